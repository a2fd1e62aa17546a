import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Lucene's English analyzer and its BM25, on lines of "id TAB text in base64".
 *
 *   java Bm25 tokens FILE                        one JSON array of tokens per line
 *   java Bm25 search CORPUS QUERIES K1 B DEPTH   one JSON object per query: {"query", "hits": [[id, score], ...]}
 *
 * Equal scores stand by ascending id, as Anserini orders them. An id is listed once, at its best row.
 */
public class Bm25 {
  static final Sort BY_SCORE_THEN_ID =
      new Sort(SortField.FIELD_SCORE, new SortField("id", SortField.Type.STRING_VAL));

  record Row(String id, String text) {}

  static List<Row> read(String file) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(file), StandardCharsets.UTF_8)) {
      int tab = line.indexOf('\t');
      byte[] text = Base64.getDecoder().decode(line.substring(tab + 1));
      rows.add(new Row(line.substring(0, tab), new String(text, StandardCharsets.UTF_8)));
    }
    return rows;
  }

  static List<String> tokens(Analyzer analyzer, String text) throws IOException {
    List<String> tokens = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("contents", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) tokens.add(term.toString());
      stream.end();
    }
    return tokens;
  }

  static String json(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char unit : text.toCharArray()) {
      if (unit == '"' || unit == '\\') quoted.append('\\').append(unit);
      else if (unit < 0x20) quoted.append(String.format("\\u%04x", (int) unit));
      else quoted.append(unit);
    }
    return quoted.append('"').toString();
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    Analyzer analyzer = new EnglishAnalyzer();
    if (arguments[0].equals("tokens")) {
      for (Row row : read(arguments[1])) {
        StringJoiner list = new StringJoiner(",", "[", "]");
        for (String token : tokens(analyzer, row.text)) list.add(json(token));
        out.println(list);
      }
    } else {
      search(
          analyzer, read(arguments[1]), read(arguments[2]), Float.parseFloat(arguments[3]),
          Float.parseFloat(arguments[4]), Integer.parseInt(arguments[5]), out);
    }
    out.flush();
  }

  static void search(
      Analyzer analyzer, List<Row> corpus, List<Row> queries, float k1, float b, int depth, PrintStream out)
      throws IOException {
    BM25Similarity similarity = new BM25Similarity(k1, b);
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    FieldType contents = new FieldType(TextField.TYPE_NOT_STORED);
    contents.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setSimilarity(similarity);
    config.setMergePolicy(new LogDocMergePolicy()).setRAMBufferSizeMB(256);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (Row row : corpus) {
        Document document = new Document();
        document.add(new Field("contents", row.text, contents));
        document.add(new BinaryDocValuesField("id", new BytesRef(row.id)));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setSimilarity(similarity);
      for (Row query : queries) {
        Map<String, Integer> times = new LinkedHashMap<>();
        for (String token : tokens(analyzer, query.text)) times.merge(token, 1, Integer::sum);
        BooleanQuery.Builder terms = new BooleanQuery.Builder();
        times.forEach((token, count) -> {
          Query term = new TermQuery(new Term("contents", token));
          terms.add(new BoostQuery(term, count.floatValue()), BooleanClause.Occur.SHOULD);
        });
        Set<String> seen = new HashSet<>();
        StringJoiner hits = new StringJoiner(",");
        for (ScoreDoc hit : searcher.search(terms.build(), corpus.size(), BY_SCORE_THEN_ID, true).scoreDocs) {
          String id = corpus.get(hit.doc).id;
          if (seen.size() < depth && seen.add(id)) hits.add("[" + json(id) + "," + hit.score + "]");
        }
        out.println("{\"query\":" + json(query.id) + ",\"hits\":[" + hits + "]}");
      }
    }
  }
}
