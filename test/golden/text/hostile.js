// Writes hostile.json: lines that make tokenizers stumble, as JSON with escapes, since lone surrogates have no UTF-8.
// Run: node hostile.js
import { writeFileSync } from 'node:fs';

const cp = String.fromCodePoint;
const ZWJ = '\u200d';
const ZWNJ = '\u200c';
const TEXT = '\ufe0e';
const EMOJI = '\ufe0f';
const KEYCAP = '\u20e3';
const TONES = ['\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'];
const tags = (letters) => [...letters].map((letter) => cp(0xe0000 + letter.codePointAt(0))).join('');
const flag = (letters) => [...letters].map((letter) => cp(0x1f1a5 + letter.codePointAt(0))).join('');
const HIGH = '\ud83d';
const LOW = '\ude00';

const lines = [];
const add = (...more) => lines.push(...more);

// Emoji: alone, between letters and digits, in sequences whole and broken.
const people = ['👩', '👨', '🧑', '👶', '🤚', '☝', '🧕', '🏋', '🕵'];
add('😀', 'a😀b', '1😀2', '😀😀', '😀 😀', 'fever😷cough', '💊x2', '🩸🦠🧬🫀🫁', '🫠🫡🪿🫨', '☺☹♥♠⚕⚡', '⌚⏰⏳☎✉✂✈');
add(...people.map((person) => person + TONES[0]), ...people.map((person) => person + EMOJI + TONES[4]));
add(...TONES, ...TONES.map((tone) => `a${tone}b`), TONES.join(''), `1${TONES[2]}2`, `${TONES[1]}${ZWJ}👩`);
add(['👩', '⚕' + EMOJI].join(ZWJ), ['👨', '🔬'].join(ZWJ), ['👩', '👩', '👧', '👦'].join(ZWJ), ['🏳' + EMOJI, '🌈'].join(ZWJ));
add(['👁' + EMOJI, '🗨' + EMOJI].join(ZWJ), ['👩' + TONES[2], '🚀'].join(ZWJ), ['❤' + EMOJI, '🔥'].join(ZWJ));
add(ZWJ + '😀', ZWJ + ZWJ + '😀', ZWJ, `a${ZWJ}`, `${ZWJ}a`, `a${ZWJ}b`, `😀${ZWJ}`, `😀${ZWJ}a`, `a${ZWJ}😀`, `1${ZWJ}😀`, `😀${ZWJ}1`);
add(`😀${ZWJ}${ZWJ}😀`, `😀${EMOJI}${ZWJ}${ZWJ}😀`, `😀${EMOJI}${ZWJ}${TONES[0]}`, `😀${EMOJI}${ZWJ}${ZWJ}${TONES[0]}`);
add(`😀${EMOJI}`, `😀${TEXT}`, `😀${EMOJI}${EMOJI}`, `😀${TEXT}${EMOJI}`, `😀${EMOJI}${TEXT}`, `😀\u0301${EMOJI}`, `😀${EMOJI}\u0301`, `😀${EMOJI}a`);
add(`${EMOJI}`, `${TEXT}`, `a${EMOJI}b`, `a${TEXT}b`, `1${EMOJI}2`, `\u2764${TEXT}\u2764${EMOJI}`, `☎${TEXT} ☎${EMOJI}`);
add('ℹ', 'ℹ' + EMOJI, 'aℹb', 'ℹ😀', `ℹ${ZWJ}😀`, `ℹ${EMOJI}${ZWJ}ℹ`, 'Ⓜ', 'xⓂy', '🅰🅱🅾🅿', 'a🅰b', '🅰' + EMOJI + tags('gb') + cp(0xe007f), `🅰${EMOJI}${ZWJ}${TONES[0]}x`);
add('©', '®', '™', 'a©b', '©' + EMOJI, '〰', '〽', '〰' + EMOJI, 'Lipitor®20mg', 'Tylenol™');
add('🏴' + tags('gbeng') + cp(0xe007f), '🏴' + tags('gbeng'), '🏴' + EMOJI + tags('gbsct') + cp(0xe007f), '🏴' + EMOJI + tags('x') + 'a');
add(tags('abc'), 'a' + tags('abc') + 'b', cp(0xe007f), 'a' + cp(0xe007f), '😀' + cp(0xe007f), cp(0xe0001) + 'a', '🏴' + EMOJI + tags('a') + cp(0xe007f) + 'b');
add(flag('DE'), flag('DEFR'), flag('DEF'), flag('D'), `a${flag('DE')}b`, flag('D') + ' ' + flag('E'), flag('D') + '\u0301' + flag('E'), flag('D') + ZWJ + flag('E'), flag('DE') + '\u0301', flag('D') + 'a', flag('USGB') + ' ' + flag('JPKR'));
add(...[...'0123456789#*'].map((base) => base + EMOJI + KEYCAP), ...[...'05#*'].map((base) => base + KEYCAP), `12${EMOJI}${KEYCAP}`, `1${EMOJI}${KEYCAP}2${EMOJI}${KEYCAP}`);
add(KEYCAP, `a${KEYCAP}`, `a${EMOJI}${KEYCAP}b`, `1\u0301${KEYCAP}`, `1${KEYCAP}${KEYCAP}`, `1${KEYCAP}${EMOJI}${KEYCAP}`, `1${EMOJI}${EMOJI}${KEYCAP}`, `#${EMOJI}`, `*a`, `#1${KEYCAP}`, `1${TEXT}${KEYCAP}`, `#${ZWJ}${KEYCAP}\u0301x`, `1${KEYCAP}.2`);

// Marks that extend a character, joiners, format characters.
const extenders = ['\u0300', '\u0301', '\u0307', '\u0345', '\u0483', '\u05b0', '\u064b', '\u0903', '\u093e', '\u0e31', '\u1dc0', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u2060', '\u2061', '\u20d0', '\u3099', '\ufe00', '\ufe20', '\ufeff', '\u{1d165}', '\u{e0100}', '\u00ad', '\u0600', '\u061c', '\u180b', '\u180e'];
for (const mark of extenders) add(`a${mark}b`, `1${mark}2`, `${mark}a`, `a.${mark}b 1,${mark}2 a${mark}'${mark}s ${mark}`);
add('e\u0301te\u0301', 'é', 'a\u0300\u0301\u0302b', 'Z\u0351\u036b\u0343a\u0325\u0324lgo', 'co\u00adop\u00aderate', '\u00ad\u00ad', 'x\u00ad', 'it\u00ad\u2019s', "it'\u00ads", "it's\u00ad");
add('\u202eevil\u202c', '\u2066a\u2069b', 'a\u200bb', 'a\u2028b', 'a\u2029b', 'a\u0085b', 'a\u000bb', 'a\u000cb', 'a\r\nb', 'a\u00a0b', 'a\u202fb', '1\u202f000', 'a\u2007b', 'a\u3000b', 'a\u1680b', 'a\u205fb');

// Connectors and marks in the middle.
for (const mark of '.:,;\'"_·\u2018\u2019\u2024\u2027\u203f\u2040\u2054\ufe33\ufe4d\uff3f\u05f4\u0387\u037e\u0589\u060c\u066c\u066b\u2044\ufe10\ufe13\ufe50\ufe52\ufe55\uff07\uff0c\uff0e\uff1a\uff1b')
  add(`a${mark}b 1${mark}2 a${mark}1 1${mark}b`, `${mark}a${mark} ${mark}1${mark} a${mark}${mark}b ア${mark}ア א${mark}ב`);
add('a_.b', 'a._b', 'a_1.2', '1._2', '_.1', '__a__', '_\u0301a', '_\u0301', '\u203f\u203f', 'a\u203f', '_ア_a_1_', 'アa', 'aア', 'ア1', '1ア', 'ア_1', 'ア_a');

// Hebrew with quotes, Arabic, Syriac, other right-to-left scripts.
add('שלום עולם', "צ'ק", 'צה"ל', 'ארה"ב', "ג'ירפה", "גר'", 'א"', '"א', 'א""ב', "א'ב\"ג", "א'\"ב", 'a"ב', 'א"b', "aא'", "a'א'", "a'א\"ב", 'א״ב', 'א׳ב', 'א"ב"ג', "א\u05b0'\u05b0ב", 'א_"ב', 'א1"ב', "1א'2", 'ﬡﬡ', 'יִ"א', "א's");
add('مرحبا بالعالم', 'السُّكَّرِيّ', 'لا\u200cبأس', '١٢٣', '١٬٢٣٤٫٥', '۱۲۳', 'ـــ', 'ﻻﷲ﷽', '\u0600١', 'ܫܠܡܐ', 'ߒߞߏ', 'ࠀࠁ', 'ࡀࡁ', '𐤀𐤁', '𞤀𞤢', '𐭀');

// Scripts without spaces.
add('สวัสดีครับ', 'โรคเบาหวาน ๑๒๓', 'aกb', 'ก1', '1ก', 'ก.ก', 'กํา', '\u0e31', 'a\u0e31b', '\u0e31ก', 'ກຂ ສະບາຍດີ', 'ສຸຂະພາບ໑', 'សួស្តី', 'ជំងឺ៣', 'မင်္ဂလာပါ', 'ရောဂါ၂', 'ᥐᥑ', 'ᦀᦁ', 'ᨠᨡ', 'ꩠꩡ', 'ꪀꪁ', '𑜀𑜁', 'ก\u0301ก', 'ก_ก', 'ก😀');
add('日本語の医学', '医学', '糖尿病🩺', '々々', '〆切', '〇一', '中a文', '中1', '１２３', 'ＡＢＣ', 'ａｂｃ', '中\u0301文', '𠀀𠀁', '𠮷野家', '㐀㐁', '豈更', '⺀⺁⼀', '〡〢〣', '㊗㊙', '㍿', '𪜀𫝀', '﨎﨏', '𝟘𝟙');
add('ひらがな', 'がぎ', 'か\u3099', 'ゝゞ', 'ゟ', '𛀁𛄟', '🈀', 'カタカナ', 'カ_タ', 'ｶﾀｶﾅ', 'ｶﾞ', 'ー', 'ァ・ィ', 'ヽヾ', '゠', 'ㇰㇱ', '㋐㌀', '𛀀', 'カaナ', '〱〵', '゛゜');
add('한국어 의학', '가\u11a8', '\u1100\u1161\u11a8', '\u1100', 'ㄱㄴㄷ', 'ꥠꥡ', 'ힰퟋ', 'ﾡﾢ', '한글a1', '한.글', '한\u0301글', "한글's", '漢字한글かなカナ');

// Other scripts, digits of many of them.
add('Привет мир', 'Ёлка', 'БОЛЕЗНЬ', 'ελληνικά ΙΑΤΡΙΚΗ', 'Հայերեն', 'ՀԻՎԱՆԴ՛', 'ქართული', 'ᲥᲐᲠᲗᲣᲚᲘ', 'አማርኛ', 'ᏣᎳᎩ', 'ꭰꭱ', 'हिन्दी', 'क्षत्रिय', 'বাংলা', 'ਪੰਜਾਬੀ', 'தமிழ்', 'తెలుగు', 'ಕನ್ನಡ', 'മലയാളം', 'සිංහල', 'བོད་སྐད', 'ᠮᠣᠩᠭᠣᠯ', '𐐀𐐨', '𐓐𐓸', 'Ⰰⰰ', 'Ⲁⲁ', '𞤀', 'Ꙁꙁ', 'ꚠ', 'ᎠꭰᏰᏸ');
for (const zero of [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xbe6, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xa620, 0xff10, 0x104a0, 0x1d7ce, 0x1fbf0, 0x11f50])
  add(`${cp(zero + 1)}${cp(zero + 2)}.${cp(zero + 3)} a${cp(zero)} ${cp(zero)}b 1${cp(zero)}`);

// Case: Turkish, German, final sigma, title case, signs that are letters, cases younger than some tables.
add('İSTANBUL', 'Iıİi', 'İİİ', 'xİy', 'diyarbakİr', 'STRASSE straße STRAẞE', 'ﬁbrosis ﬂuid ﬃ', 'ǅ ǆ Ǆ ǈ ǋ ǲ', 'ŉ', 'K Å Ω', '212K', 'ΣΣΣ', 'ΟΔΟΣ', 'ΟΔΟΣ.', 'ΟΔΟΣ.Α', "ΟΔΟΣ'", "ΟΔΟΣ'Α", 'ΟΔΟΣ\u00adΑ', 'Σ', 'aΣ', 'Σa', '1Σ', 'aΣ1', 'aΣ_', 'a\u0301Σ', 'a\u0345Σ\u0345', 'Σς σ', 'ᾼ ῌ ῼ', 'ᾈ ᾳ', 'ℵ ℶ', 'Ⅷ ⅷ', 'Ⓐ ⓐ', '𝐀𝐁', '𝖆𝖇', 'ª º', 'ʰ ʷ', 'Ɐ Ɑ Ɒ', 'Ꞌ ꞌ', 'Ɪ', 'Ჿ', '\u1c89\u1c8a', '\ua7cb\u0264', '\ua7dc\u019b', 'Ⱟⱟ', '\ua7c0\ua7c1', '\u{10570}\u{10597}', '\u{10d50}\u{10d70}', 'aΣ\u{10d50}', 'ΑΣ😀', 'ΑΣ\u{1d165}Α');
add("İ's", "Σ's", 'THE\u0130', 'the\u0301', 'ｔｈｅ', 'thе', 'İng', 'runnİng', 'stud\u0131es', 'ponıes', 'ÉTUDES', 'étudies', 'naïvely', 'Åsa', 'şŞ', 'ĳĲ');

// Numbers, signs, fractions, symbols.
add('²³¹⁰⁴₀₁', 'x²', 'H₂O', '½ ¼ ¾ ⅓ ⅛ ↉', '1½', 'a½b', '①②③ ⑴ ⒈', '㈠㊀', '٪ ٫', '±∓×÷', 'µΩ℃℉℞№℡', '⅀∑∏', '→←↑↓', '℧ℨ℩', '𐄇𐅀', '𝍠', '〸〹〺', '௧௰', '๏๚', '፩፪', 'ᛮ', '𒐀', 'ⅯⅭ', '٠٫٥', '1\u20442', '1\u2212\u0032');

// Controls, non-characters, private use, unassigned.
add('', ' ', '\u0000', 'a\u0000b', '\u0001\u0002', '\u001b[31mred', '\u007f', '\u0080\u009f', '\ufeff', '\ufeffBOM', 'a\ufeffb', '\ufffe', '\uffff', 'a\uffffb', '\ufffd', 'a\ufffdb', '\ufffc', '\ue000', 'a\ue000b', '\u{f0000}', 'a\u{100000}b', '\u{10ffff}', '\u0378', 'a\u0378b', '\u{1fbff}', '\u{2fffe}', '\u{30000}', '\u{31350}x', '\u{e01f0}', '\ufdd0', '\u{3134a}');

// Halves of surrogate pairs. A text that ends in a first half is its own case for a scanner that reads in pieces.
add(HIGH, LOW, LOW + HIGH, `a${HIGH}`, `a${LOW}`, `${HIGH}a`, `${LOW}a`, `a${HIGH}b`, `a${LOW}b`, HIGH + HIGH + LOW, HIGH + LOW + LOW, `1${HIGH}2`, `a ${HIGH} b`, `😀${HIGH}`, `😀${LOW}`, `the cells ${HIGH}`, `\ud801a\udc00`, `\u200d${HIGH}`, `Σ${HIGH}Σ`, `a${HIGH}'s`);
add(`${'word '.repeat(60)}${HIGH}`, `${'ab '.repeat(85)}${HIGH}`, `${'a'.repeat(254)}${HIGH}`, `${'a'.repeat(255)}${HIGH}`, `${'a'.repeat(256)}${HIGH}`, `${'x'.repeat(300)} tail ${HIGH}`, `${'long '.repeat(51)}tail${HIGH}`, `${'.'.repeat(255)}tail${HIGH}`, `${'.'.repeat(250)}longer tail${HIGH}`);

// Tokens around the longest length, with characters of two units at the border.
for (const length of [254, 255, 256, 257, 509, 510, 511, 600]) add('a'.repeat(length), `${'1'.repeat(length)}.5`, `${'b'.repeat(length)}'s end`);
for (const before of [252, 253, 254, 255]) add(`${'a'.repeat(before)}\u{10400}z`, `${'a'.repeat(before)}\u{10400}\u{10400}`, `${'a'.repeat(before)}😀`, `${'a'.repeat(before)}\u0301\u0301b`, `${'a'.repeat(before)}.bc`, `${'a'.repeat(before)}${HIGH}b`, `${'a'.repeat(before)}${LOW}`);
add('\u{10400}'.repeat(127), '\u{10400}'.repeat(128), `x${'\u{10400}'.repeat(128)}`, `${'\u{10400}'.repeat(300)}`, `${'_'.repeat(254)}ab`, `${'_'.repeat(300)}a`, `${'\u200d'.repeat(254)}😀`, `${'\u200d'.repeat(255)}😀`, `👩${'\u0301'.repeat(260)}a`, 'ก'.repeat(300), '한'.repeat(300), 'ア'.repeat(300), 'א"'.repeat(130), "1'".repeat(140), 'a.'.repeat(140), `${'ab'.repeat(20)} ${'running'.repeat(6)}`, 'ing'.repeat(90), `${'y'.repeat(40)}s`);

// All of it at once.
add('Pt’s T° 38,5°C—Tx: ☕️+💊×2/d (∅ NSAIDs), f/u 糖尿病科 ٢٤ساعة, שיחה עם ד"ר כהן, สวัสดี!');
add('β₂-agonist 𝛼-𝛽 ratio ½·10⁻³ ≤ ∆T‰ ﬁnal😀end 1️⃣st 🇩🇪x İK naïve_Σ ﾊﾝｶｸ ＦＵＬＬ１２');

const escaped = (line) => JSON.stringify(line).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
writeFileSync(new URL('hostile.json', import.meta.url), `[\n${[...new Set(lines)].map(escaped).join(',\n')}\n]\n`);
