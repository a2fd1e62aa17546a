const FACTORS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;

/** China's resident identity number: GB 11643, modulo 11-2 with X for ten. */
export const isChineseId = (id: string): boolean => {
  const sum = FACTORS.reduce<number>((total, factor, i) => total + factor * Number(id[i]), 0);
  return '10X98765432'[sum % 11] === id[17]?.toUpperCase();
};

/** Payment cards: Luhn's check digit. */
export const isLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit;
  }
  return sum % 10 === 0;
};

/** Bank accounts: ISO 13616, the rest of the division by 97 is 1. */
export const isIban = (iban: string): boolean => {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4))
    rest = Number(`${rest}${Number.parseInt(character, 36)}`) % 97;
  return rest === 1;
};

/** England's health service number: modulo 11. */
export const isNhsNumber = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (10 - i) * Number(digits[i]);
  const check = (11 - (sum % 11)) % 11;
  return digits.length === 10 && check === Number(digits[9]);
};

const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;

/** Vehicle identification numbers: ISO 3779 with the check digit of North America. */
export const isVin = (vin: string): boolean => {
  const sum = VIN_WEIGHTS.reduce<number>(
    (total, weight, i) => total + weight * (VIN_VALUES.indexOf(vin[i]!) % 10),
    0,
  );
  return '0123456789X'[sum % 11] === vin[8];
};
