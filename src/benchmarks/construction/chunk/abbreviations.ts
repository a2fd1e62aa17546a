/**
 * Abbreviations of medical English, without their last full stop and in lower case. No sentence ends with one of the first list, since
 * what it belongs to follows. One of the second may end a sentence, and is taken to do so only before a word that begins sentences.
 * Units (mg, min) are in neither: "70 kg. Creatinine was" is two sentences, and "70 kg. after" is one by its lower case.
 */
const BINDING =
  'dr drs prof mr mrs ms mx st mt rev e.g eg i.e ie cf viz vs fig figs eq eqs ref refs suppl vols chap nos pp approx ca incl excl esp';
const CLOSING =
  'etc al inc ltd co corp jr sr dept univ sp spp subsp var ibid resp max temp avg art neg pos tab ' +
  'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun';

export const bindingAbbreviations: ReadonlySet<string> = new Set(BINDING.split(' '));
export const closingAbbreviations: ReadonlySet<string> = new Set(CLOSING.split(' '));

/** Words that sentences of medical texts often begin with, and that seldom follow an abbreviation inside one. */
export const sentenceStarters: ReadonlySet<string> = new Set(
  (
    'a an the this that these those he she it they we i you his her its their our my there here what which who when where why how ' +
    'in on at by for from to of with without within after before during since until while upon under over among between because ' +
    'although though if as however therefore thus hence moreover furthermore additionally also then subsequently finally initially ' +
    'meanwhile nevertheless nonetheless instead both each all most many some several few no not none one two three four five six ' +
    'and but or patient patients physical laboratory treatment diagnosis examination results conclusion methods background case ' +
    'blood serum imaging family past medical history vital computed magnetic chest abdominal ct mri ecg'
  ).split(' '),
);
