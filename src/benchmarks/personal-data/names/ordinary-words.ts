/** Words that are capitalised at the start of a sentence or in a heading, and are no part of a name there. */
const WORDS: ReadonlySet<string> = new Set(
  `a about above acute adult advice affiliated after age aged all allergies allergy also although an analysis and annual any
april arabic area as assessment assistant at august autumn baby bacterial because been before being below between blood body
board boy brain both but by can cardiac cardiology care case cause cell cells center centre centres chart chest chief child
children chinese christmas chronic class clinic clinical cohort colleague colleagues common community company complaint
complaints condition consent consult consultant control could council country course criteria current daily data date day
days dear december department diabetes diabetic diagnosis diastolic did diet director discharge discussion disease disorder
dr drug dose doses during each early editor education elderly electronic emergency english evidence exam examination family
february father feature female fever figure final finding findings first focus follow following for former foundation
friday from full further gender general girl given global good government grade group groups guideline guidelines had has have he
head health healthcare heart hence her here high his history home hospital how however i if imaging impression in index
indian infant infection information initial inpatient institute insurance intensive international interval introduction
investigation is it its january journal july june kidney known laboratory last late left letter level levels library life
like liver local low lung madam magnetic main major male management march married marital may me mean medical medication
medications medicine men mental method methods might mild miss mixed moderate monday monthly more most mother mr mrs ms my
name national neonatal neuro neurology never new next no non none normal not note november now number nurse nursing
observation occupation october of off office old on once oncology one only operation option options or oral order other our out
outcome outcomes outpatient over overall pain panel parent parents past pathology patient patients pediatric people per perhaps
person persons pharmacy phase physical physician plan please post pre pregnancy presenting present previous primary prior
problem procedure professor prof program progress prospective protocol public pulmonary pulse questionnaire race radiology
rate recent recommendation record records reference referral registry regional relevant reported report reports research
resident residents resonance respiratory result results review right risk room routine sample satisfaction saturday school
score screening second secondary section self senior september serum service services severe sex she should sign signs since
single sir sister site skin smoking social some source specialist spring staff stage standard state statement status student
study subject subjects such summary summer sunday support surgeon surgery surgical symptom symptoms syndrome system systolic
table team temperature test testing tests than that the their then there therapy these they third this those though thus
thursday time to today total toxic trauma treatment trial tuesday type types under unit university unknown until upon urgent
urine use using vaccine value values version very viral visit vital vitals vs was we wednesday week weekly were what when where
whether which while who why will winter with within without woman women work would year years yes yesterday yet you
your advocate advocacy navigator portal safety centered centred derived specific controlled level flow handoff
lift monitoring access preference preferences selection population characteristics demographics factors instructions
identification identifier protection practitioner manager led versus zero two three four five six seven eight nine ten
committee ethics ministry institutional federal administration healthineers diagnostics pharmaceuticals laboratories systems
technologies instruments corporation biosciences biosystems staffing anesthetist anaesthetist midwife shopping
complains remains appears continues agrees requires needs lives works takes uses feels wants currently initially awake alert
afebrile stable asymptomatic intubated tolerated ambulatory able unable alive deceased zone
a.m p.m chromosome gene genes protein vitamin virus syndrome's type's caucasian hispanic african american european asian
french german spanish british italian japanese russian christian muslim jewish buddhist hindu western eastern northern southern
denies reports states presented presents complained underwent received developed noted stated admitted discharged seen
examined reviewed signed dictated reported performed answer question note dosage mechanism tablet tablets nil nkda
intravenous bilateral unilateral anterior posterior lateral medial upper lower proximal distal`.split(/\s/),
);

/** Endings of medical and abstract nouns that names do not have. */
const ENDINGS =
  /(?:itis|osis|aemia|emia|oma|pathy|ectomy|ostomy|otomy|tion|sion|ment|ness|ology|ogram|graphy|scopy|plasty|trophy|virus|coccus|cillin|mycin|cycline|azole|statin|sartan|olol|pril|mab|nib|ity|ism|ical|ency|ancy|ware|ship)$/i;

export const hasOrdinaryEnding = (word: string): boolean => ENDINGS.test(word);

export const isOrdinary = (word: string): boolean => WORDS.has(word.toLowerCase()) || hasOrdinaryEnding(word);
