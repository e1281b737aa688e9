package dev.leasehold.cli.hook;

import dev.leasehold.cli.git.Git;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The refs in a clone that say which commits the place of a push has, as far as they are known.
 *
 * @param remotes the remotes that are that place
 * @param all the remotes of the clone
 */
record RemoteRefs(List<String> remotes, List<String> all) {

  private static final String HEADS = "refs/heads/";
  private static final String REMOTES = "refs/remotes/";

  /**
   * @param remote the name of a remote, or an address
   * @param url the address that git pushes to, which may be another than was typed
   */
  static RemoteRefs of(Git git, String remote, String url) throws IOException {
    List<String> all = git.text("remote").lines().toList();
    return new RemoteRefs(all.contains(remote) ? List.of(remote) : at(git, url), all);
  }

  private static List<String> at(Git git, String url) throws IOException {
    // Such as "origin<tab>https://git.example.com/site.git (push)".
    String end = "\t" + url + " (push)";
    return git.text("remote", "-v")
        .lines()
        .filter(line -> line.endsWith(end))
        .map(line -> line.substring(0, line.length() - end.length()))
        .toList();
  }

  /**
   * The words that say to git which commits are not new to the place. At an address that no remote
   * has, those of all remotes are not: whoever passes on the work of others changes nothing.
   */
  List<String> known() {
    return remotes.isEmpty() ? List.of("--remotes") : words(List.of());
  }

  /**
   * The words that say to git which commits the place still has after a push: who deletes a branch
   * that was merged takes nothing away.
   *
   * @param pushed all refs that the push changes
   */
  List<String> kept(List<PushedRef> pushed) {
    List<String> kept = new ArrayList<>();
    pushed.stream().filter(ref -> !ref.isDeleted()).map(PushedRef::after).forEach(kept::add);
    kept.addAll(words(pushed));
    return kept;
  }

  private List<String> words(List<PushedRef> without) {
    List<String> words = new ArrayList<>();
    for (String remote : remotes) {
      String own = REMOTES + remote + "/";
      // Another name of a branch that is there by its own.
      words.add("--exclude=" + own + "HEAD");
      for (PushedRef ref : without) {
        if (ref.ref().startsWith(HEADS)) {
          words.add("--exclude=" + own + ref.ref().substring(HEADS.length()));
        }
      }
      for (String other : all) {
        if (other.startsWith(remote + "/")) {
          words.add("--exclude=" + REMOTES + other + "/*");
        }
      }
      // Git forgets what it has to leave out after each of these.
      words.add("--glob=" + own + "*");
    }
    return words;
  }
}
