import { type KindOfData, matches } from '../spans.js';

const EMAIL = /(?<![\w.%+-])[\w.%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}/gi;

export const email: KindOfData<'email'> = {
  name: 'email',
  safeHarbor: '(F) electronic mail addresses',
  find: (text) => matches(text, EMAIL, 'an e-mail address'),
};
