import { type KindOfData, labelled } from '../spans.js';

const LABEL =
  /\b(?:(?:insurance|member|health) card|health (?:plan|insurance)|insurance|policy|member|subscriber|beneficiary|group|medicare|medicaid|hicn|mbi)(?= (?:id|no|num|number|#)\b|[ :]{1,2}#| ?#)|\b(?:medicare|medicaid|insurance):|医保卡?号|社保卡?号/gi;

export const healthPlan: KindOfData<'health-plan'> = {
  name: 'health-plan',
  safeHarbor: '(I) health plan beneficiary numbers',
  find: (text) => labelled(text, LABEL, 'named as the number of a health plan'),
};
