import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.terrier.indexing.Collection;
import org.terrier.indexing.Document;
import org.terrier.matching.MatchingQueryTerms;
import org.terrier.querying.*;
import org.terrier.structures.Index;
import org.terrier.structures.IndexOnDisk;
import org.terrier.structures.indexing.classical.BasicIndexer;
import org.terrier.utility.ApplicationSetup;

/**
 * Terrier's query expansion on tokens that are made elsewhere.
 *
 *   java Expand FOLDER CORPUS QUERIES MODEL DOCUMENTS TERMS
 *
 * Rows are "id TAB tokens", tokens separated by spaces. One JSON object per query: the documents that it was expanded
 * from, and the weights of the terms that Terrier then searches with.
 */
public class Expand {
  record Row(String id, String[] tokens) {}

  static List<Row> read(String file) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(file), StandardCharsets.UTF_8)) {
      int tab = line.indexOf('\t');
      rows.add(new Row(line.substring(0, tab), line.substring(tab + 1).split(" ")));
    }
    return rows;
  }

  static class Tokens implements Document {
    private final Row row;
    private int next = 0;
    Tokens(Row row) { this.row = row; }
    public String getNextTerm() { return row.tokens[next++]; }
    public Set<String> getFields() { return Set.of(); }
    public boolean endOfDocument() { return next >= row.tokens.length; }
    public Reader getReader() { return new StringReader(""); }
    public String getProperty(String name) { return name.equals("docno") ? row.id : null; }
    public Map<String, String> getAllProperties() { return Map.of("docno", row.id); }
  }

  static class Rows implements Collection {
    private final List<Row> rows;
    private int at = -1;
    Rows(List<Row> rows) { this.rows = rows; }
    public boolean nextDocument() { return ++at < rows.size(); }
    public Document getDocument() { return new Tokens(rows.get(at)); }
    public boolean endOfCollection() { return at >= rows.size() - 1; }
    public void reset() { at = -1; }
    public void close() {}
  }

  static String json(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  public static void main(String[] arguments) throws Exception {
    String folder = arguments[0];
    ApplicationSetup.setProperty("termpipelines", "");
    ApplicationSetup.setProperty("max.term.length", "255");
    ApplicationSetup.setProperty("indexer.meta.forward.keys", "docno");
    ApplicationSetup.setProperty("indexer.meta.forward.keylens", "100");
    ApplicationSetup.setProperty("ignore.low.idf.terms", "false");
    new BasicIndexer(folder, "data").index(new Collection[] {new Rows(read(arguments[1]))});
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    try (Index index = IndexOnDisk.createIndex(folder, "data")) {
      for (Row query : read(arguments[2])) out.println(expanded(index, query, arguments));
    }
    out.flush();
  }

  static Request searched(Index index, Row query, String[] arguments, boolean expands) {
    Manager manager = ManagerFactory.from(index.getIndexRef());
    Request request = (Request) manager.newSearchRequest(query.id);
    MatchingQueryTerms terms = new MatchingQueryTerms(query.id, request);
    for (String token : query.tokens) terms.addTermPropertyWeight(token, 1);
    request.setMatchingQueryTerms(terms);
    for (String process : List.of("terrierql", "parsecontrols", "parseql", "applypipeline"))
      request.setControl(process, "off");
    request.setControl("localmatching", "on");
    request.setControl("wmodel", "BM25");
    if (expands) {
      request.setControl("qe", "on");
      request.setControl("qemodel", arguments[3]);
      request.setControl("qe_fb_docs", arguments[4]);
      request.setControl("qe_fb_terms", arguments[5]);
    }
    manager.runSearchRequest(request);
    return request;
  }

  static String expanded(Index index, Row query, String[] arguments) throws Exception {
    StringJoiner documents = new StringJoiner(",");
    int[] found = searched(index, query, arguments, false).getResultSet().getDocids();
    for (int at = 0; at < Math.min(found.length, Integer.parseInt(arguments[4])); at++)
      documents.add(json(index.getMetaIndex().getItem("docno", found[at])));
    StringJoiner terms = new StringJoiner(",");
    MatchingQueryTerms weighted = searched(index, query, arguments, true).getMatchingQueryTerms();
    for (String term : weighted.getTerms()) terms.add(json(term) + ":" + weighted.getTermWeight(term));
    return "{\"query\":" + json(query.id) + ",\"documents\":[" + documents + "],\"terms\":{" + terms + "}}";
  }
}
