import com.sun.management.OperatingSystemMXBean;
import java.io.*;
import java.lang.management.ManagementFactory;
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

/**
 * java Lucene CORPUS QUERIES: on files of "id TAB text" and one thread, index in memory, then find the best 100 for
 * every query. The last line on stderr is JSON: seconds of work after the start of the JVM, its CPU seconds, its peak
 * memory in MB. Other programs call `tokens`.
 */
public class Lucene {
  static final Analyzer ANALYZER = new EnglishAnalyzer();
  static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  interface TokenSink {
    void accept(CharTermAttribute token) throws IOException;
  }

  static void analyse(String text, TokenSink sink) throws IOException {
    try (TokenStream stream = ANALYZER.tokenStream("contents", text)) {
      CharTermAttribute token = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) sink.accept(token);
      stream.end();
    }
  }

  interface RowSink {
    void accept(String id, String text) throws IOException;
  }

  static void read(String file, RowSink sink) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int tab = line.indexOf('\t');
        sink.accept(line.substring(0, tab), line.substring(tab + 1));
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    long began = System.nanoTime();
    search(arguments[0], arguments[1]);
    double seconds = (System.nanoTime() - began) / 1e9;
    double cpu = PROCESS.getProcessCpuTime() / 1e9;
    System.err.printf(
        Locale.ROOT, "{\"work\":%.3f,\"cpu\":%.3f,\"megabytes\":%.1f}%n", seconds, cpu, peakMegabytes());
  }

  public static List<String> tokens(String text) throws IOException {
    List<String> tokens = new ArrayList<>();
    analyse(text, token -> tokens.add(token.toString()));
    return tokens;
  }

  static void search(String corpus, String queries) throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    BM25Similarity similarity = new BM25Similarity(0.9f, 0.4f);
    FieldType contents = new FieldType(TextField.TYPE_NOT_STORED);
    contents.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    List<String> ids = new ArrayList<>();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(ANALYZER).setSimilarity(similarity))) {
      read(corpus, (id, text) -> {
        ids.add(id);
        Document document = new Document();
        document.add(new Field("contents", text, contents));
        writer.addDocument(document);
      });
    }
    int[] hits = {0};
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setSimilarity(similarity);
      read(queries, (id, text) -> {
        Map<String, Integer> times = new LinkedHashMap<>();
        analyse(text, token -> times.merge(token.toString(), 1, Integer::sum));
        BooleanQuery.Builder terms = new BooleanQuery.Builder();
        times.forEach((term, count) -> {
          Query one = new TermQuery(new Term("contents", term));
          terms.add(new BoostQuery(one, count.floatValue()), BooleanClause.Occur.SHOULD);
        });
        hits[0] += searcher.search(terms.build(), 100).scoreDocs.length;
      });
    }
    System.out.println(hits[0]);
  }

  static double peakMegabytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status")))
      if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
    return Double.NaN;
  }
}
