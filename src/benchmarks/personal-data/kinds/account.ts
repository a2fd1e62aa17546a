import { isIban, isLuhn } from '../checksums.js';
import { digitsOf, type KindOfData, labelled, matches } from '../spans.js';

const LABEL =
  /\b(?:(?:bank|billing|hospital|savings|customer|patient) account|account(?= ?(?:id|no|num|number|#|:))|acct\.?|iban|invoice (?=no|number|#))/gi;
const IBAN = /(?<!\w)[A-Z]{2}\d{2}[A-Z0-9]{11,30}(?!\w)/g;
const CARD = /(?<![\w-])[3-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,4}(?![\w-])/g;

export const account: KindOfData<'account'> = {
  name: 'account',
  safeHarbor: '(J) account numbers',
  *find(text) {
    yield* labelled(text, LABEL, 'named as an account');
    yield* matches(text, IBAN, 'a bank account with its check digits', isIban);
    yield* matches(text, CARD, 'a payment card with its check digit', (found) => isLuhn(digitsOf(found)));
  },
};
