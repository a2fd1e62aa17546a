// Stanford's recogniser of names: a line of base64 on stdin is a text, the line that answers it holds "label start end" for each entity, offsets in characters.
import edu.stanford.nlp.ie.crf.CRFClassifier;
import edu.stanford.nlp.ling.CoreLabel;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;
import java.util.StringJoiner;

public class Entities {
  public static void main(String[] model) throws Exception {
    CRFClassifier<CoreLabel> classifier = CRFClassifier.getClassifier(model[0]);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; ) {
      String text = new String(Base64.getDecoder().decode(line), "UTF-8");
      StringJoiner found = new StringJoiner("\t");
      for (var entity : classifier.classifyToCharacterOffsets(text)) {
        int start = text.codePointCount(0, entity.second()), end = text.codePointCount(0, entity.third());
        found.add(entity.first() + " " + start + " " + end);
      }
      System.out.println(found);
      System.out.flush();
    }
  }
}
