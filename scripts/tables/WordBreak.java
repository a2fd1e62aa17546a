import com.ibm.icu.text.UnicodeSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Writes the character classes that Lucene 9's StandardTokenizer tells apart, as ranges of code points, from the
 * Unicode properties of the ICU4J on the class path. The tokenizer's grammar is compiled against Unicode 12.1.
 */
public class WordBreak {
  static final String EXTENDERS = "[\\p{WB=Format}\\p{WB=Extend}\\p{WB=ZWJ}]";
  static final String COMPLEX = "\\p{LB=Complex_Context}";
  /** Emoji but for those with rules of their own: flags, keycap bases, skin tones. */
  static final String PICTOGRAPHS =
      "[\\p{Extended_Pictographic}[\\p{Emoji}-[\\p{WB=Regional_Indicator}\\p{Emoji_Modifier}[0-9#*]]]]";
  /** Extenders that the emoji rules treat apart. */
  static final String SPECIAL = "[\\p{WB=ZWJ}\\u20E3\\uFE0E\\uFE0F\\p{Emoji_Modifier}\\U000E0020-\\U000E007F]";

  public static void main(String[] arguments) {
    Map<String, String> classes = new LinkedHashMap<>();
    classes.put("letter", "[\\p{WB=ALetter}-" + PICTOGRAPHS + "]");
    classes.put("letterPictograph", "[\\p{WB=ALetter}&" + PICTOGRAPHS + "]");
    classes.put("hebrewLetter", "[\\p{WB=Hebrew_Letter}]");
    classes.put("keycapDigit", "[0-9]");
    classes.put("numeric", "[[\\p{WB=Numeric}[\\p{Blk=HalfAndFullForms}&\\p{Nd}]]-[0-9]]");
    classes.put("katakana", "[\\p{WB=Katakana}]");
    classes.put("extendNumLet", "[\\p{WB=ExtendNumLet}]");
    classes.put("midLetter", "[\\p{WB=MidLetter}]");
    classes.put("midNum", "[\\p{WB=MidNum}]");
    classes.put("midNumLet", "[\\p{WB=MidNumLet}]");
    classes.put("singleQuote", "[\\p{WB=Single_Quote}]");
    classes.put("doubleQuote", "[\\p{WB=Double_Quote}]");
    classes.put(
        "single",
        "[[\\p{sc=Han}\\p{sc=Hiragana}]-[\\p{WB=ALetter}\\p{WB=Katakana}" + PICTOGRAPHS + EXTENDERS + "]]");
    classes.put("complex", "[" + COMPLEX + "-" + EXTENDERS + "]");
    classes.put("complexExtend", "[" + COMPLEX + "&" + EXTENDERS + "]");
    classes.put("pictograph", "[" + PICTOGRAPHS + "-\\p{WB=ALetter}]");
    classes.put("modifier", "[\\p{Emoji_Modifier}]");
    classes.put("regionalIndicator", "[\\p{WB=Regional_Indicator}]");
    classes.put("keycapSymbol", "[#*]");
    classes.put("keycap", "[\\u20E3]");
    classes.put("zwj", "[\\p{WB=ZWJ}]");
    classes.put("textSelector", "[\\uFE0E]");
    classes.put("emojiSelector", "[\\uFE0F]");
    classes.put("tag", "[\\U000E0020-\\U000E007E]");
    classes.put("tagEnd", "[\\U000E007F]");
    classes.put("extend", "[" + EXTENDERS + "-[" + COMPLEX + SPECIAL + "]]");

    UnicodeSet seen = new UnicodeSet();
    StringJoiner rows = new StringJoiner(",\n  ", "{\n  ", "\n}");
    classes.forEach((name, pattern) -> {
      UnicodeSet members = new UnicodeSet(pattern);
      if (seen.containsSome(members)) throw new IllegalStateException(name + " overlaps another class");
      seen.addAll(members);
      rows.add("\"" + name + "\": \"" + ranges(members) + "\"");
    });
    System.out.println(rows);
  }

  static String ranges(UnicodeSet set) {
    StringJoiner joined = new StringJoiner(" ");
    for (UnicodeSet.EntryRange range : set.ranges()) {
      String first = Integer.toHexString(range.codepoint);
      joined.add(range.codepoint == range.codepointEnd ? first : first + "-" + Integer.toHexString(range.codepointEnd));
    }
    return joined.toString();
  }
}
