import { account } from './account.js';
import { age } from './age.js';
import { date } from './date.js';
import { device } from './device.js';
import { email } from './email.js';
import { fax } from './fax.js';
import { healthPlan } from './health-plan.js';
import { hospital } from './hospital.js';
import { ip } from './ip.js';
import { licence } from './licence.js';
import { masked } from './masked.js';
import { medicalRecord } from './medical-record.js';
import { name } from './name.js';
import { nationalId } from './national-id.js';
import { place } from './place.js';
import { socialSecurity } from './social-security.js';
import { telephone } from './telephone.js';
import { url } from './url.js';
import { vehicle } from './vehicle.js';

/** Every kind. Where two find the same text, the one further up has it: the surer ones come first. */
export const kindsOfData = [
  masked,
  url,
  email,
  ip,
  socialSecurity,
  nationalId,
  medicalRecord,
  healthPlan,
  vehicle,
  account,
  licence,
  device,
  fax,
  telephone,
  date,
  age,
  hospital,
  place,
  name,
] as const;
