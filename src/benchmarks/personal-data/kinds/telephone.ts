import { isTelephoneNumber, type KindOfData, matches, TELEPHONE_NUMBER } from '../spans.js';

const NAMED = new RegExp(
  String.raw`(?:\b(?:tele)?phone|\btel|\bph(?=[.:])|\bmobile|\bcell(?=:)|\bpager|\bbeeper|\bhotline|\bcontact|\bcall(?: back)?|\bdial|\breached (?:at|on)|电话|手机)(?: ?(?:no\.?|numbers?|#|at|on|is|us|me|\((?:home|work|mobile|cell|office|day|night)\))){0,3}[ .:：#]{0,3}${TELEPHONE_NUMBER}`,
  'gi',
);
const AMERICAN =
  /(?<![\w.+(-])(?:(?:\+?1|001)[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[.-]\d{4}(?: ?(?:x|ext\.?) ?\d{1,6})?(?![\w-]|\.\d)/g;
const INTERNATIONAL = /(?<![\w+])\+[1-9][\d ().-]{6,20}\d(?: ?(?:x|ext\.?) ?\d{1,6})?(?!\w)/g;
const BRITISH = /(?<![\w.+-])(?:0\d{2,4}|\(0\d{2,4}\)) \d{3,4} ?\d{3,4}(?![\w-]|\.\d)/g;
const CHINESE_MOBILE = /(?<![\w.-])1[3-9]\d{9}(?![\w-]|\.\d)/g;

export const telephone: KindOfData<'telephone'> = {
  name: 'telephone',
  safeHarbor: '(D) telephone numbers',
  *find(text) {
    yield* matches(text, NAMED, 'named as a telephone number', isTelephoneNumber);
    yield* matches(text, AMERICAN, 'the form of a North American number');
    yield* matches(text, INTERNATIONAL, 'a number with its country', isTelephoneNumber);
    yield* matches(text, BRITISH, 'the form of a British number');
    yield* matches(text, CHINESE_MOBILE, 'the form of a Chinese mobile number');
  },
};
