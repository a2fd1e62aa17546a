/** Words after a name that make it the name of a thing: "Parkinson disease", "Austin Flint murmur". */
export const EPONYM_NOUNS: ReadonlySet<string> = new Set(
  `disease diseases syndrome syndromes sign signs test tests score scores scale scales index criteria criterion classification
murmur murmurs virus virions fracture fractures procedure operation incision repair catheter tube drain clamp forceps
retractor splint wire needle stain cells cell body bodies node nodes nodule capsule loop canal duct gland ligament fascia
space pouch triangle point line angle reflex response phenomenon palsy paralysis ataxia dystrophy anaemia anemia
lymphoma sarcoma tumour tumor cyst hernia ulcer ulcers syncope angina aphasia chorea dementia thyroiditis arthritis
nephritis colitis purpura reaction law laws equation formula effect method technique manoeuvre maneuver position view
protein proteins antigen antibody factor model curve curves plot analysis regression correction trial study questionnaire
inventory protocol regimen diet solution agar medium triad tetrad pentad rule rules hypothesis theory principle
breathing respiration aura chart apparatus laryngoscope blade stent graft flap suture valve shunt pacemaker
policy guidelines guideline lactate ophthalmopathy hepatitis encephalopathy cardiomyopathy deformity contracture bone
malformation malformations anomaly anomalies sequence complex association spectrum staging system systems lesion lesions
osteotomy arthroplasty gangrene nails nail sinus membrane bodies layer zone field fields table tables unit units drill
prosthesis implant plate rod screw screws frame brace bandage dressing mask ring band balloon pump bag probe device
reservoir pouch bougie speculum hook
muscle nerve artery vein sinus ganglion plexus tract nucleus area stage grade groups classes types type`.split(
    /\s/,
  ),
);

/** Eponyms of two words whose first is a given name. */
export const EPONYM_NAMES: ReadonlySet<string> = new Set([
  'ann arbor',
  'austin flint',
  'charles bonnet',
  'grey turner',
  'bence jones',
  'john cunningham',
  'graham steell',
  'graham little',
  'albers schonberg',
  'moses maimonides',
  'marcus gunn',
  'marie tooth',
  'louis bar',
  'hugh owen',
  'mary joseph',
  'sister mary',
  'robert koch',
  'john hopkins',
  'johns hopkins',
  'henry schein',
  'eli lilly',
  'philip morris',
  'oliver wyman',
  'peter pan',
  'arnold chiari',
  'robert wood',
]);

/** A capitalised word after a name that makes it an institution. */
export const INSTITUTIONS: ReadonlySet<string> = new Set(
  `Foundation University Institute College School Alliance Trust Prize Award Hospital Clinic Center Centre Library Society
Association Journal Press Laboratories Laboratory Health Healthcare Medical Memorial Pharmaceuticals Scientific Medal Lecture
Sons Diagnostics Corporation Company Inc Ltd Group Initiative Programme Program Scale Score Syndrome Disease Test`.split(
    /\s/,
  ),
);

/** Words before a given name that make it a place or an institution. */
export const BEFORE_INSTITUTIONS: ReadonlySet<string> = new Set(
  'Saint St Queen King Mount Fort Lake Port San Santa University College Prince Princess Cape'.split(' '),
);
