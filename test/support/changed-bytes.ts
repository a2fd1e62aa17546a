import fc from 'fast-check';

/** Copies of a file in which one to four bytes were changed. */
export const changedBytes = (whole: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }).map((changes) => {
    const changed = Uint8Array.from(whole);
    for (const [at, byte] of changes) changed[at] = byte;
    return changed;
  });
