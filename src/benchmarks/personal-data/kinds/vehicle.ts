import { isVin } from '../checksums.js';
import { type KindOfData, labelled, matches } from '../spans.js';

const VIN = /(?<!\w)[A-HJ-NPR-Z0-9]{17}(?!\w)/g;
const LABEL =
  /\b(?:vin|(?:vehicle|car) (?:id|identification|registration)|(?:licen[cs]e|number|registration) plate)\b/gi;
/** British plates end in letters alone, which no other number does. */
const BRITISH = /\b(?:plate|registration)(?: (?:no\.?|number))?[ :]{1,2}([A-Z]{2}\d{2} ?[A-Z]{3})(?!\w)/gi;

export const vehicle: KindOfData<'vehicle'> = {
  name: 'vehicle',
  safeHarbor: '(L) vehicle identifiers and licence plates',
  *find(text) {
    yield* matches(text, BRITISH, 'named as a licence plate');
    yield* labelled(text, LABEL, 'named as a vehicle', 2);
    yield* matches(
      text,
      VIN,
      'a vehicle number with its check digit',
      (found) => /[A-Z]/.test(found) && isVin(found),
    );
  },
};
