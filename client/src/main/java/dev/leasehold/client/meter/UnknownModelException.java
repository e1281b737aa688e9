package dev.leasehold.client.meter;

/** There is no price for a model, so that nobody can say what it costs. */
public final class UnknownModelException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String model;

  UnknownModelException(String model, String source) {
    super("there is no price for the model " + model + " in " + source + "; add it there");
    this.model = model;
  }

  public String model() {
    return model;
  }
}
