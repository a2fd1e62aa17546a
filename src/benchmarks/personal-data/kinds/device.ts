import { type KindOfData, labelled } from '../spans.js';

const LABEL =
  /\b(?:serial(?= (?:no|num|number|#)|:)|s\/n|device (?=id|identifier|no|number|#)|udi|imei|implant (?=id|no|number|#))/gi;

export const device: KindOfData<'device'> = {
  name: 'device',
  safeHarbor: '(M) device identifiers and serial numbers',
  find: (text) => labelled(text, LABEL, 'named as the number of a device'),
};
