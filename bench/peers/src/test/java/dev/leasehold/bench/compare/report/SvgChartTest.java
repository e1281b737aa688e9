package dev.leasehold.bench.compare.report;

import static dev.leasehold.bench.compare.client.ClientKind.JAVA;
import static dev.leasehold.bench.compare.client.ClientKind.LETTUCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class SvgChartTest {

  private static Document chart(Sample... samples) throws Exception {
    String svg = SvgChart.of(Row.of(List.of(samples)), Samples.FACTS);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> all(Document chart, String name) {
    NodeList found = chart.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  @Test
  void textWithSignsOfXmlIsShownAsItIs() throws Exception {
    Document chart = chart(Samples.cycle(JAVA, 1, 0, 100));

    assertThat(all(chart, "text"))
        .anySatisfy(text -> assertThat(text.getTextContent()).contains(Samples.FACTS.command()));
  }

  @Test
  void aTenfoldRateIsEquallyFarUpEverywhere() throws Exception {
    Document chart =
        chart(
            Samples.cycle(JAVA, 1, 0, 100),
            Samples.cycle(JAVA, 16, 0, 1_000),
            Samples.cycle(JAVA, 256, 0, 10_000));

    String[] points = all(chart, "polyline").get(0).getAttribute("points").split("[ ,]");
    double first = Double.parseDouble(points[1]);
    double second = Double.parseDouble(points[3]);
    double third = Double.parseDouble(points[5]);
    assertThat(first - second).isPositive().isEqualTo(second - third);
    assertThat(Double.parseDouble(points[2]) - Double.parseDouble(points[0]))
        .isEqualTo(Double.parseDouble(points[4]) - Double.parseDouble(points[2]));
  }

  @Test
  void labelsOfEqualFiguresDoNotOverlap() throws Exception {
    Document chart = chart(Samples.cycle(JAVA, 1, 0, 100), Samples.cycle(LETTUCE, 1, 0, 100));

    List<Double> heights =
        all(chart, "text").stream()
            .filter(text -> text.getTextContent().matches("(Leasehold|Redis),.*"))
            .map(text -> Double.parseDouble(text.getAttribute("y")))
            .toList();
    assertThat(heights).hasSize(2);
    assertThat(Math.abs(heights.get(0) - heights.get(1))).isGreaterThan(12);
  }

  @Test
  void oneLevelAndNoSampleAreChartsToo() throws Exception {
    assertThat(all(chart(Samples.cycle(JAVA, 64, 0, 1)), "circle")).hasSize(1);
    assertThat(all(chart(), "circle")).isEmpty();
  }
}
