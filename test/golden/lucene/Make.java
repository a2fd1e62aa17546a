import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Writes the terms that Lucene's EnglishAnalyzer finds in ../text, and digests of those of many more texts. */
public class Make {
  static final Analyzer ANALYZER = new EnglishAnalyzer();

  public static void main(String[] arguments) throws Exception {
    write("medical.json", Files.readAllLines(Path.of("../text/medical.txt")));
    write("hostile.json", strings(Files.readString(Path.of("../text/hostile.json"))));
    madeUpWords();
    everyCodePoint();
  }

  static List<String> terms(String text) throws IOException {
    List<String> terms = new ArrayList<>();
    try (TokenStream stream = ANALYZER.tokenStream("text", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) terms.add(term.toString());
      stream.end();
    }
    return terms;
  }

  /** Words that try every pair of endings: one digest for each beginning. */
  static void madeUpWords() throws Exception {
    String parts = Files.readString(Path.of("../text/word-parts.json"));
    List<String> beginnings = strings(parts.substring(0, parts.indexOf("endings")));
    List<String> endings = strings(parts.substring(parts.indexOf("endings")));
    List<String> digests = new ArrayList<>();
    for (String beginning : beginnings) {
      List<String> words = new ArrayList<>();
      for (String first : endings) for (String second : endings) words.add(beginning + first + second);
      byte[] terms = String.join("\t", terms(String.join(" ", words))).getBytes(StandardCharsets.UTF_16BE);
      digests.add(hex(MessageDigest.getInstance("SHA-256").digest(terms)));
    }
    Files.writeString(Path.of("made-up-words.json"), "[" + String.join(",\n", digests) + "]\n");
  }

  /** The strings of a JSON list that has one on each line. */
  static List<String> strings(String list) {
    List<String> found = new ArrayList<>();
    for (String line : list.split("\n")) if (line.strip().matches("\".*\",?")) found.add(unescaped(line.strip()));
    return found;
  }

  static String hex(byte[] digest) {
    return "\"" + HexFormat.of().formatHex(digest, 0, 8) + "\"";
  }

  /** One digest per 4,096 code points, of the terms of each alone, between letters, between digits and extended. */
  static void everyCodePoint() throws Exception {
    List<String> digests = new ArrayList<>();
    for (int first = 0; first < 0x110000; first += 0x1000) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (int point = first; point < first + 0x1000; point++) {
        String c = Character.toString(point);
        String text = c + " a" + c + "b 1" + c + "2 " + c + "\u0301 " + c + "'s x";
        digest.update((String.join("\t", terms(text)) + "\n").getBytes(StandardCharsets.UTF_16BE));
      }
      digests.add(hex(digest.digest()));
    }
    Files.writeString(Path.of("every-code-point.json"), "[" + String.join(",\n", digests) + "]\n");
  }

  static void write(String name, List<String> texts) throws IOException {
    List<String> rows = new ArrayList<>();
    for (String text : texts) rows.add("[" + String.join(",", terms(text).stream().map(Make::escaped).toList()) + "]");
    Files.writeString(Path.of(name), "[\n" + String.join(",\n", rows) + "\n]\n");
  }

  static String escaped(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char unit : text.toCharArray())
      out.append(unit < 0x20 || unit > 0x7e || unit == '"' || unit == '\\' ? String.format("\\u%04x", (int) unit) : unit);
    return out.append('"').toString();
  }

  /** A row of hostile.json, which holds printable ASCII and escapes. */
  static String unescaped(String row) {
    StringBuilder out = new StringBuilder();
    int end = row.lastIndexOf('"');
    for (int i = 1; i < end; i++) {
      if (row.charAt(i) != '\\') out.append(row.charAt(i));
      else if (row.charAt(++i) == 'u') {
        out.append((char) Integer.parseInt(row.substring(i + 1, i + 5), 16));
        i += 4;
      } else out.append("\b\f\n\r\t\"\\/".charAt("bfnrt\"\\/".indexOf(row.charAt(i))));
    }
    return out.toString();
  }
}
