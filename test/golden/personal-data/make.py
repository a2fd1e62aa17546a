"""Writes first-draw.txt and so on, and held-out.txt: sentences with identifiers that Faker drew, to measure the check for personal data.

Run: python3 make.py. Installs Faker into a temporary environment and runs itself there.

Faker draws the names, addresses and numbers in the forms of several countries, so that nobody chose them to fit the rules. A
draw is held out until it is measured; then the rules are improved with it, and the next one has other sentences, written after the
improvement, and another seed. held-out.txt is the last: it was measured once, and no rule was changed for it. Identifiers are marked {{kind|text}}; lines without a mark are clean.
"""

import os
import subprocess
import sys
import tempfile
import venv
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ["Faker==40.54.0"]
LOCALES = ["en_US", "en_GB", "en_IE", "en_AU", "en_IN", "es_MX", "de_DE", "fr_FR", "pl_PL", "it_IT", "nl_NL", "tr_TR"]
# Faker's include territories, which no postal code of a state has.
STATES = ["AZ", "CA", "CO", "FL", "GA", "IL", "MA", "MI", "NC", "NY", "OH", "PA", "TX", "VA", "WA", "WI"]

# Each is filled three times.
FIRST = """
{full} is seen today for follow-up of her rheumatoid arthritis.
Spoke with {full} over the phone about the biopsy result.
{first} is doing well after the operation and has no complaints.
Mr. {last} was found unresponsive by his neighbour.
Ms. {last} has had migraine since her teens.
I reviewed the films with Dr. {full} from radiology.
Dr. {last} will follow the patient in clinic.
The patient was brought in by his wife, {first}.
Her daughter {first} {last} holds power of attorney.
Mother's name is {full}; she had an uneventful pregnancy.
Pt {last} refuses transfusion on religious grounds.
PATIENT: {full}
Name: {full}   Sex: F
Attending physician: {full}
{full}, MD
Signed: {full}
Case discussed with {full}, the surgical registrar.
Thanks to {first} for the careful nursing notes.
Mrs. {last}'s potassium was low again.
Consent was obtained from {full}'s parents.
He is a friend of {full}, who had the same illness.
{last}, {first}: CT head without contrast
Date of admission: {date_us}
Admitted {date_iso}, discharged {date_iso}.
She underwent thyroidectomy on {date_long}.
Seen in the emergency room on {date_eu}.
The stent was placed {date_dotted}.
He has been off alcohol since {month_year}.
Repeat ultrasound is due {day_month}.
Last menstrual period {date_us}.
The wound was clean on {weekday_date}.
Her {age90} grandmother has glaucoma; the patient herself is 34.
{age90_capital} man with recurrent falls.
Patient can be reached at {phone_us}.
Ph: {phone_us}
Work phone {phone_us}, please leave a message.
His mobile number is {phone_gb}.
Telephone (home) {phone_gb}
Fax to {fax} before noon.
FAX {fax}
Write to {email} with questions.
{email} is the address on file.
The video is at {url} for one week.
Uploaded from {ip} at night.
Connection from {ip6} was refused.
SSN: {ssn}
Social Security: {ssn}
MRN: {mrn}
Medical Record Number: {mrn}
Hosp. No: {mrn}
Insurance policy #{plan}
Member number {plan}
Health plan ID: {plan}
Patient account: {account}
Billed to IBAN {iban}
Card on file: {card}
Licence number: {licence}
Driver license {licence} checked at the desk.
License plate: {plate}
VIN {vin} of the car in the accident
Pump serial number: {serial}
Serial #: {serial}
Lives at {street}.
Address: {street}
She gave her address as {street}, {city_zip}.
From {city_zip}
He lives in {city}.
Transferred from {hospital} by helicopter.
Outside records from {hospital} were reviewed.
Passport: {passport}
NHS Number: {nhs}
Resident identity number {chinese_id}
{mask_date} was the day of the first visit.
Dr. {mask} recommended surgery.
""".strip().splitlines()

FIRST_CLEAN = """
The patient is a 72-year-old retired teacher with atrial fibrillation.
Hoffmann sign was absent and Romberg test was negative.
She was treated with Augmentin for 10 days and Flagyl for 7.
Stevens-Johnson syndrome developed on day 12 of lamotrigine.
Tinel and Phalen tests reproduced the paraesthesia.
Hemoglobin fell from 12.4 to 8.9 g/dL within 48 hours.
Zollinger-Ellison syndrome was considered because of gastrin 1250 pg/mL.
The Nissen fundoplication was converted to open.
Osler nodes and Janeway lesions were not seen.
Temperature 38.9, pulse 118, respirations 24, blood pressure 92/54.
He drinks two cans of Coca Cola and eats at McDonald every day.
An Ommaya reservoir was placed for intrathecal chemotherapy.
Wegener granulomatosis is now called granulomatosis with polyangiitis.
The fracture was Garden type III and was treated with an Austin Moore prosthesis.
MRI showed a 12 mm lesion in segment VIII of the liver.
Mallory bodies and Rosenthal fibres are inclusions.
A Dix-Hallpike manoeuvre provoked nystagmus.
Serology for Lyme, Bartonella and Brucella was negative.
Creutzfeldt-Jakob disease was excluded by 14-3-3 protein.
Her BMI was 31.2 and waist 104 cm.
Clopidogrel was stopped 5-7 days before surgery.
Hirschsprung disease was confirmed by rectal biopsy.
The Epworth score was 16/24.
Dressler syndrome may follow infarction by 2 to 10 weeks.
She uses Lantus 22 units and NovoLog 6 units with meals.
The Bishop score was 7 and Pitocin was begun.
Prader-Willi and Angelman syndromes differ by parent of origin.
No Kayser-Fleischer rings were seen on slit lamp.
Mobitz type II block required a pacemaker.
Salter-Harris II fracture of the distal radius.
ECOG 1, Karnofsky 80.
He has smoked Marlboro since the age of 16.
The Robinson catheter and the Malecot drain were removed.
Cullen sign and Grey Turner sign suggest haemorrhage.
Peyronie disease and Dupuytren contracture can coexist.
A Lachman test was positive; McMurray was equivocal.
PaO2 58 mmHg on FiO2 0.4, PEEP 8.
Chagas disease is endemic in Latin America.
The Bristol stool scale was type 6.
Gleason 4 + 3 = 7 in 5 of 12 cores.
She is G2P1 at 31 weeks and 4 days.
In June rainfall peaks, and dengue follows.
Cystic fibrosis was found with F508del and G551D.
Boerhaave syndrome was suspected after vomiting.
Take 1/2 tablet in the morning and 1 at night.
Lesions of 3/8 and 5/16 inch were excised.
Sutures: Vicryl 3-0 and Prolene 4-0.
Well-differentiated, pT3 pN1b (3/17), R0.
The Canadian C-spine rule and NEXUS were applied.
Pott disease destroys vertebrae T10-T12.
Serum calcium 2.9, phosphate 0.7, PTH 180.
Mitral valve E/A ratio 0.8, E/e' 14.
Fournier gangrene required debridement 3 times.
Sézary cells were 1200 per microlitre.
The patient was counselled by the dietitian.
Nurse and doctor agreed that the wound was clean.
Bouchard and Heberden nodes were noted.
She went to Mexico last year and had diarrhoea.
He moved from Poland to Canada as a child.
The study of 2018 randomised 4,321 patients in 27 countries.
Levels were 90, 95 and 101 on three days.
Dr. and Mrs. are common titles.
The Barthel index rose from 40 to 85.
Cheyne-Stokes respiration was observed at night.
CHA2DS2-VASc 4, HAS-BLED 2.
On day 3 the drain was removed.
Pulsus paradoxus of 18 mmHg was measured.
Hemoccult was positive on 2 of 3 cards.
Colonoscopy to the caecum, Boston score 8.
Dilantin level 6.1, Depakote added.
Her father died at 62 of lung cancer.
The Rome IV criteria were met.
The Amsler grid showed a central scotoma.
Sanger sequencing confirmed c.1521_1523del.
Ankle-brachial index 0.62 right, 0.91 left.
The Manchester triage category was orange.
Gait was wide-based; finger-nose test was poor.
A trial of labour was allowed after one previous section.
Berger disease and Buerger disease are often confused.
The Sengstaken-Blakemore tube was deflated after 24 h.
Ludwig angina threatened the airway.
""".strip().splitlines()


SECOND = """
Today I met {full} and her carer on the ward.
{full} came back with the same cough as last winter.
{first} {last} (bed 12) slept poorly.
Reason for consultation: {last}, unsteady gait.
Mr {last} fell off a ladder while cleaning gutters.
Mrs {last} asked whether the tablets could be crushed.
Miss {last} was anxious before the scan.
Dr {last} rang about the potassium.
Prof. {last} agreed to operate this week.
Anaesthetist: {full}
Scrub nurse: {full}
Report author: {full}
Interpreter {full} was present throughout.
The boy's father, {full}, is a haemophiliac.
His twin brother {first} has the same rash.
Her partner {first} was tested as well.
Aunt {first} died of breast cancer.
Patient {full} was identified by wristband.
Kind regards, {full}
{full}, RN
As agreed with {first}, the dose was halved.
The baby, {first}, weighed 3100 g.
We saw {full} in the memory clinic.
Care was handed over to {full} at 20:00.
Witnessed by {full}
Dear Mrs {last},
{last} family meeting held, code status discussed.
Visit of {date_us}: no change.
Specimen collected {date_iso} at 07:45.
On {date_long} he woke with a facial droop.
First dose {date_eu}, second dose {date_eu}.
Chemotherapy cycle 2 began {day_month}.
Diagnosis made in {month_year} elsewhere.
She was well until {weekday_date}.
D.O.B. {date_us}
Next appointment: {date_long}
Operated ({date_dotted}) for a hernia.
The {age90} lady insists on living alone.
He is {age90} and takes no drugs.
Telephone: {phone_us}
Emergency contact number {phone_us}
Call back on {phone_gb} after 5 pm.
Tel {phone_gb}
Home: {phone_us}, work: {phone_us}
Please fax results to {fax}.
Fax no {fax}
Her e-mail is {email}.
Send the scans to {email}, not by post.
Details on {url}
See {url} for the consent form.
IP {ip} was blocked.
Remote session from {ip6}.
Social security number: {ssn}
ssn {ssn}
Record number {mrn}
MRN {mrn} (see old notes)
Hospital number: {mrn}
Lab accession {mrn} was rejected.
Insured under policy number {plan}.
Medicare ID: {plan}
Insurance: {plan}
Acct no: {account}
Refund to account number {account}
Paid by card {card}
Bank details: {iban}
Nursing license no. {licence}
Driving licence number {licence}
Car registration {plate} left in the ambulance bay
Vehicle identification number: {vin}
Insulin pump S/N {serial}
Device serial number is {serial}.
Defibrillator (serial no. {serial}) was replaced.
Home visit to {street}.
Correspondence to {street}, {city_zip}
Patient resides at {street}.
She is from {city} and works as a cook.
He is a resident of {city}.
Born in {city}
Scans done at {hospital} were repeated.
Previously under {hospital}.
GP at {hospital} informed.
Passport number {passport}
NHS no: {nhs}
ID number {chinese_id}
Patient {mask} was seen on {mask_date}.
Referred by Dr {mask} last week.
""".strip().splitlines()

SECOND_CLEAN = """
Palpation of the abdomen elicited Rovsing sign.
The Schirmer test was 3 mm in five minutes.
Takayasu arteritis was treated with tocilizumab.
Sweet syndrome resolved with prednisolone 30 mg.
Marcus Gunn pupil was noted on the left.
Jackson-Pratt drains put out 40 mL.
Oral Lomotil and Imodium gave partial relief.
Cardiac index 1.9, wedge 28, SVR 1800.
After 14 days of Rocephin the fever returned.
Bartter and Gitelman syndromes cause alkalosis.
The Gartland type III fracture was pinned.
King's College criteria for transplant were not met.
His Bundle recordings were normal.
Baker cyst and Morton neuroma were incidental.
A Greenfield filter was inserted below the renal veins.
Von Willebrand factor activity was 18%.
She scored 19/30 on the MoCA and 2/5 on recall.
The Norwood operation was followed by Glenn and Fontan stages.
Titres of 1:320 and 1:640 were found.
Pap smear showed HSIL; colposcopy followed.
Dose-dense AC every 14 days, then weekly Taxol x 12.
The German and Dutch guidelines disagree.
A Pavlik harness was worn for 12 weeks.
Von Hippel-Lindau disease was suspected.
Blood cultures grew Klebsiella in 2/2 bottles.
Urine output 25 mL/h; creatinine 3.1, up from 0.9.
Ewing sarcoma and Wilms tumour occur in children.
Simmonds test was positive after the tackle.
Warthin tumour of the parotid was excised.
The Frank vectorcardiogram is rarely used.
Right knee flexion 0-110, left 0-135.
A cup of tea, 200 mL, was tolerated.
The Hamilton score fell from 24 to 9.
Lung volumes: TLC 4.2, RV 1.1, DLCO 61%.
Paget disease of bone raised alkaline phosphatase to 980.
Grace period ended, and Hope Study data were cited.
Will this improve by May? It may.
Mark the site; bill the visit; frank haematuria was seen.
The rose garden and summer rain triggered her asthma.
Drew blood at 06:00 and 18:00.
She had a Billroth II in 1987.
Sinemet 25/100 three times daily.
Percocet 5/325 as needed.
Augmentin 875/125 twice a day.
Lisinopril/HCTZ 20/12.5 daily.
Her mother and Aunt both had goitre.
Sent to Pathology, Microbiology and Chemistry.
Consult Infectious Disease and Palliative Care.
The Ottawa ankle rules were applied.
Kiel classification preceded the REAL and WHO schemes.
Miller Fisher syndrome was diagnosed.
Cotrimoxazole 960 mg on Monday, Wednesday and Friday.
CT on day 0, day 7 and day 28.
Rotterdam criteria were fulfilled.
Trials from Boston and Toronto were pooled.
The Framingham risk was 12%.
Weight 81.6 kg, height 1.79 m.
West Nile and Zika serologies were negative.
Hepatitis B: HBsAg neg, anti-HBs 145.
An 88-year-old man is not 90.
""".strip().splitlines()


THIRD = """
{full} has been my patient for ten years.
Telephone call from {full}, worried about side effects.
Mr {last} wants to drive again.
Mrs {last} lost her glasses on the ward.
Ms {last} declined the vaccine.
Dr {last} saw the patient first.
Signed off by Dr {full} at midnight.
Surgeon {full} opened the abdomen in the midline.
Operating surgeon: {full}
Responsible clinician: {full}
Name of patient: {full}
Last name: {last}, first name: {first}
Wife {first} says that he snores.
His wife {first} found him on the floor.
Her late husband {first} had tuberculosis.
The mother, {full}, gave consent.
Brother {first} is a carrier.
Daughter: {first}
Patient's sister {first} {last} donated marrow.
{first} {last} denies suicidal thoughts.
{first} was playing football when the pain began.
Little {first} has been feverish for two days.
Please inform {full} of the result.
Seen with {full} (medical student).
{full} PhD reviewed the sequencing data.
Blood taken from {last} at 6 am.
Yours sincerely, Dr {full}
Letter dated {date_eu}
Biopsy {date_us} negative.
He was born on {date_long}.
Surgery is planned for {day_month}.
Lost to follow-up after {month_year}.
She attended on {weekday_date} with her son.
From {date_iso} to {date_iso} she took lithium.
Exacerbations in {month_year} and {month_year}.
Transfused on {date_eu} and again later.
Expiry {date_dotted}, given anyway.
A {age90} widower was found wandering.
Now {age90}, she still gardens.
You may ring me on {phone_gb}.
Switchboard {phone_us}
Contact telephone number: {phone_us}
Next of kin phone {phone_gb}
Reply by fax: {fax}
Fax number {fax}
Contact {email} for the raw data.
mailto:{email}
Images: {url}
The portal ({url}) was down.
Client address {ip}
Login via {ip6}
Her SSN is {ssn}.
Tax and social security no. {ssn}
Unit number: {mrn}
Case no. {mrn}
Patient ID {mrn}
MR number {mrn}
Policy no: {plan}
Insurance card number {plan}
Subscriber number: {plan}
Account #{account}
Customer account {account}
Visa {card}
IBAN: {iban}
License #{licence}
Registered nurse licence {licence}
Registration plate {plate} was caught on camera.
Chassis VIN: {vin}
Pacemaker, serial number {serial}
Hearing aid serial: {serial}
Implant serial no: {serial}
Residence: {street}
Delivered to {street} by courier.
Postal address: {street}, {city_zip}
She grew up in {city}.
Lives in {city} with two cats.
Moved here from {city} last spring.
Admitted to {hospital} overnight.
Discharge letter of {hospital}
Follow-up at {hospital} in a month
Passport no {passport}
NHS number: {nhs}
Chinese ID {chinese_id}
The record of {mask} is missing.
Admitted {mask_date}, discharged {mask_date}.
""".strip().splitlines()

THIRD_CLEAN = """
Spurling test reproduced the arm pain.
Hashimoto disease and celiac disease often coexist.
Sister chromatid exchange was increased.
The Thompson squeeze test was abnormal.
Treatment with Humira and Enbrel failed.
Brown-Séquard syndrome followed the stab wound.
Ann was not named; an answer was given.
Simvastatin 40 mg at night, ezetimibe 10 mg in the morning.
Heart rate 54, PR 210 ms, QRS 98 ms, QTc 431 ms.
The Cobb angle was 42 degrees.
Addison disease presents with pigmentation.
Lipase 1,840 U/L and calcium 1.9 mmol/L.
The Brooke formula differs from the Parkland formula.
A Hartmann procedure was done on day 2.
Ramsay Hunt syndrome caused facial palsy.
Thirty of 42 patients (71%) responded.
Vaccination against Hib and MenC was complete.
Hill-Sachs and Bankart lesions were seen.
Chest tube to 20 cm of water suction.
In March and April the clinic was closed.
She teaches French and speaks Polish.
Lambert-Eaton syndrome was paraneoplastic.
Bowel sounds present; no rebound; Murphy negative.
The Wells score was 4.5 and the D-dimer 1.8.
The Sydney system grades gastritis.
Weber B fracture of the ankle was plated.
Cells were grown in Dulbecco medium with 10% serum.
Hartnup disease is rare.
Sertoli cell tumour was excised.
FIGO stage IB2, grade 2.
Fifteen minutes later the rash was gone.
Three doses at 0, 1 and 6 months.
Patient Activation Measure rose by 6 points.
The Edinburgh scale was 14.
An average of 95 beats was counted.
Ninety patients older than 65 took part.
Ibuprofen 400 mg up to 3 times daily, maximum 1200 mg.
On examination, Lhermitte sign was present.
The American College of Cardiology recommends statins.
Kidney length 11.2 cm right, 10.8 cm left.
Ventolin 2 puffs every 4 hours.
The Tanner stage was 3.
Trisomy 21 was excluded; karyotype 46,XY.
Bone density T-score -2.7.
The oldest sibling has asthma.
A Z-plasty and a Limberg flap were planned.
Mean difference 4.2 (2.1 to 6.3), I2 = 45%.
His father was a miner.
Urine dipstick: protein 2+, blood 1+.
Kasai operation at 8 weeks.
Schatzki ring was dilated to 18 mm.
Visual field defects respected the midline.
Cochlear implants were switched on at 12 months.
The Leeds criteria were not met.
Budd-Chiari syndrome was shown by Doppler.
Tensilon test improved ptosis.
Rh negative, Kell negative, Duffy positive.
Stage 3a, eGFR 48, ACR 35.
A sample of 20 mL was drawn.
Fallopian tubes and Bartholin glands were normal.
""".strip().splitlines()


FOURTH = """
{full} attends regularly and takes all drugs.
The ward was called by {full} about leg swelling.
It was a pleasure to see {full} in my office.
Mr. {full} has lost 8 kg.
Mrs. {full} lives with her sister.
Ms. {full} works nights.
Dr. {full} advised against surgery.
Under the care of Dr {last}.
Consultant: Prof {full}
Junior doctor {full} took the history.
Patient: {last}, {first}
Given name {first}, family name {last}
His son, {first}, speaks for him.
Her daughter-in-law {first} found the pills.
My colleague {full} has seen him too.
Husband {first} at bedside.
According to {first}, the fall was witnessed.
{first} has eaten well and slept.
{first} {last} underwent bypass grafting.
{first} {last} was referred for sleep studies.
Assistant surgeon {full}
Sincerely yours, {full}
{full}, M.D., Ph.D.
Verified by {full}
Discussed with {full}, who will scan him.
The twins {first} and {first} were born early.
Date: {date_us}
Date of surgery {date_eu}
LMP {date_us}, EDD {date_us}
She fell on {day_month} at home.
In {month_year} a mass was felt.
Scheduled: {weekday_date}
Between {date_long} and {date_long} he had four bleeds.
Stent exchanged {date_iso}.
Vaccinated {date_dotted}.
{age90} female, independent.
Great-grandmother, {age90}, well.
Phone {phone_us} (daughter)
Phone no. {phone_gb}
To rebook, dial {phone_us}.
Ring {phone_gb} for a bed.
Fax: {fax}
Send by fax to {fax}
E-mail {email}
Questions? {email}
Link: {url}
Data at {url}.
Host {ip} did not answer.
IPv6 {ip6}
SSN# {ssn}
Social security: {ssn}
Chart number {mrn}
Medical record # {mrn}
Hospital ID: {mrn}
Episode number {mrn}
Insurance no. {plan}
Health insurance number: {plan}
Group #{plan}
Account: {account}
Account No. {account}
Credit card {card}
Transfer to {iban}
Licence no {licence}
DEA {licence}
Plate: {plate}
Vehicle VIN {vin}
Serial number {serial} (left knee)
Device no. {serial}
Address {street}
His house at {street} burned down.
Please post to {street}, {city_zip}
Currently living in {city}
Visiting from {city}
Treated in {hospital} before.
Referral to {hospital}
The {hospital} team called.
Passport {passport}
NHS {nhs}
National ID number {chinese_id}
Mrs {mask} was told.
Seen {mask_date} by {mask}.
""".strip().splitlines()

FOURTH_CLEAN = """
Finkelstein test was positive on the right.
Lugol solution was applied to the cervix.
Sheehan syndrome followed postpartum haemorrhage.
The Roux limb measured 60 cm.
Naproxen 500 mg with food, omeprazole 20 mg before breakfast.
Howell-Jolly bodies suggest hyposplenism.
Motor power 4/5 in the right arm, 2/5 in the leg.
The Caprini score was 7.
Gaucher disease and Fabry disease are treated with enzymes.
He reads Braille and walks with a stick.
Glasgow-Blatchford score 9.
Lisfranc injury was missed on the first film.
Anti-Ro and anti-La were positive.
Felty syndrome: arthritis, spleen, neutropenia.
Ludloff osteotomy and Akin osteotomy were combined.
Flow was 12 L/min via Venturi mask.
He eats Mediterranean food and drinks Irish coffee.
Xanax and Ambien were stopped.
TSH 0.01, free T4 48, TRAb 12.
Cutaneous larva migrans was acquired in Thailand.
The Vancouver classification is used for periprosthetic fractures.
Coombs test was negative and haptoglobin 1.2.
Two of 3 sputum samples grew Mycobacterium avium.
A Thomas splint was applied in the ambulance.
Potter sequence was seen on ultrasound at 22 weeks.
Lung cancer screening starts at 50 and ends at 80.
The Ross procedure and the Bentall procedure were discussed.
Amlodipine/valsartan 5/160 once daily.
Kimura disease was biopsied.
The mother smoked; the father did not.
Quincke oedema, Koebner phenomenon and Nikolsky sign were absent.
Medical Research Council grade 3.
He is on the transplant list, status 2.
One in 20 of those over 90 had it.
Stool: Campylobacter; blood: sterile.
Gastrin 95, chromogranin 101, calcitonin 3.
Duke Treadmill score was -8.
Ki-67 was 30%, Bloom-Richardson grade 2.
Steri-Strips were removed on day 7.
A Bakri balloon was filled with 300 mL.
She was asked to return if worse.
Mark II of the device was used in phase 1.
The Doctor Patient Relationship was rated 8/10.
Her son and her daughter are healthy.
Sir Ganga criteria do not exist here.
April to June is pollen season.
St Mark criteria were used for incontinence.
Hepatic veins: Couinaud segments V to VIII.
The Silverman score was 6.
Wernicke and Korsakoff are linked.
""".strip().splitlines()


def filler(fake, random):
    """What is put into a template: a name of a placeholder to a kind and a text."""
    people = {locale: fake[locale] for locale in LOCALES}
    us, gb = fake["en_US"], fake["en_GB"]

    def person():
        return people[random.choice(LOCALES)]

    # Not Faker's "-30y": that is another day tomorrow.
    def day(form, years=(1990, 2025)):
        return date(random.randint(*years), random.randint(1, 12), random.randint(1, 28)).strftime(form)

    def letters(pattern):
        return us.bothify(pattern, letters="ABCDEFGHJKLMNPRSTUVWXYZ")

    def chinese_id():
        body = f"{random.randint(110000, 659000)}{day('%Y%m%d', (1940, 2015))}{random.randint(100, 999)}"
        total = sum(int(digit) * factor for digit, factor in zip(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], strict=True))
        return body + "10X98765432"[total % 11]

    def nhs():
        while True:
            body = [random.randint(0, 9) for _ in range(9)]
            check = (11 - sum((10 - i) * digit for i, digit in enumerate(body)) % 11) % 11
            if check < 10:
                digits = "".join(map(str, [*body, check]))
                return f"{digits[:3]} {digits[3:6]} {digits[6:]}"

    def number(pattern):
        return letters(random.choice(pattern))

    years = ["{}-year-old", "{} year old", "{} y.o.", "{}yo"]
    return {
        "full": ("name", lambda: (lambda one: f"{one.first_name()} {one.last_name()}")(person())),
        "first": ("name", lambda: person().first_name()),
        "last": ("name", lambda: person().last_name()),
        "date_us": ("date", lambda: day(random.choice(["%m/%d/%Y", "%m/%d/%y", "%m-%d-%Y"]))),
        "date_iso": ("date", lambda: day("%Y-%m-%d")),
        "date_long": ("date", lambda: day(random.choice(["%B %d, %Y", "%b %d, %Y", "%d %B %Y", "%d-%b-%Y", "%B %d"]))),
        "date_eu": ("date", lambda: day(random.choice(["%d/%m/%Y", "%d.%m.%Y", "%d/%m"]))),
        "date_dotted": ("date", lambda: day("%d.%m.%y")),
        "month_year": ("date", lambda: day(random.choice(["%B %Y", "%m/%Y", "%b %Y"]))),
        "day_month": ("date", lambda: day(random.choice(["%d %B", "%B %d", "%d %b"]))),
        "weekday_date": ("date", lambda: day(random.choice(["%A %d %B", "%a %m/%d", "%A, %B %d"]))),
        "age90": ("age", lambda: random.choice(years).format(random.randint(90, 104))),
        "age90_capital": ("age", lambda: random.choice(years).format(random.randint(90, 104))),
        "phone_us": ("telephone", lambda: us.phone_number()),
        "phone_gb": ("telephone", lambda: gb.phone_number()),
        "fax": ("fax", lambda: us.phone_number()),
        "email": ("email", lambda: person().ascii_email()),
        "url": ("url", lambda: us.uri()),
        "ip": ("ip", lambda: us.ipv4()),
        "ip6": ("ip", lambda: us.ipv6()),
        "ssn": ("social-security", lambda: us.ssn()),
        "mrn": ("medical-record", lambda: number(["########", "##-##-##", "??######", "#######?"])),
        "plan": ("health-plan", lambda: number(["???#########", "#########", "?##-####-###"])),
        "account": ("account", lambda: number(["##########", "####-####", "?-########"])),
        "iban": ("account", lambda: gb.iban()),
        "card": ("account", lambda: us.credit_card_number()),
        "licence": ("licence", lambda: number(["?#######", "???-####", "#########"])),
        "plate": ("vehicle", lambda: random.choice([us, gb]).license_plate()),
        "vin": ("vehicle", lambda: us.vin()),
        "serial": ("device", lambda: number(["??######", "###-####-??", "########"])),
        "street": ("place", lambda: random.choice([us, gb, fake["en_AU"]]).street_address().replace("\n", ", ")),
        "city_zip": ("place", lambda: f"{us.city()}, {random.choice(STATES)} {us.zipcode()}"),
        "city": ("place", lambda: person().city()),
        "hospital": ("hospital", lambda: f"{us.last_name()} {random.choice(['Hospital', 'Memorial Hospital', 'Medical Center', 'Clinic', 'Health System', 'Regional'])}"),
        "passport": ("national-id", lambda: us.passport_number()),
        "nhs": ("national-id", nhs),
        "chinese_id": ("national-id", chinese_id),
        "mask_date": ("masked", lambda: random.choice(["[**2011-4-5**]", "XX/XX/XXXX", "**/**/****", "[DATE]"])),
        "mask": ("masked", lambda: random.choice(["***", "XXXXX", "[**Last Name**]", "<NAME>", "_____"])),
    }


def write(name, seed, templates, clean):
    import random as source
    import re

    from faker import Faker

    Faker.seed(seed)
    random = source.Random(seed)
    fill = filler(Faker(LOCALES), random)

    def drawn(match):
        kind, make = fill[match.group(1)]
        return f"{{{{{kind}|{make()}}}}}"

    lines = [re.sub(r"\{(\w+)\}", drawn, template) for template in templates for _ in range(3)]
    (HERE / name).write_text("\n".join([*lines, *clean]) + "\n")


def main():
    write("first-draw.txt", 20261115, FIRST, FIRST_CLEAN)
    write("second-draw.txt", 4711, SECOND, SECOND_CLEAN)
    write("third-draw.txt", 90125, THIRD, THIRD_CLEAN)
    write("held-out.txt", 31337, FOURTH, FOURTH_CLEAN)


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        main()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            # Faker draws some towns from a set, whose order hangs on the seed of hashes.
            subprocess.run([python, __file__, "installed"], check=True, env={**os.environ, "PYTHONHASHSEED": "0"})
