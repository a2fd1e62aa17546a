/** r2med/personal-data: does a text name a person? Runs in a browser. */
export {
  findPersonalData,
  type PersonalDataFinding,
  type PersonalDataKind,
  personalDataKinds,
} from './index.js';
