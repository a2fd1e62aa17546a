import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dice } from './invented-text.js';

/**
 * Writes unit vectors as `numpy.save` does, with their ids: in random directions, the hardest case, as their scores lie closest, or around what `around`
 * gives for each.
 */
export const writeVectors = async (folder, side, rows, columns, seed, around) => {
  mkdirSync(folder, { recursive: true });
  const shape = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const header = `${shape.padEnd(117)}\n`;
  const file = createWriteStream(join(folder, `${side}.npy`));
  file.write(Buffer.concat([Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1'), Buffer.from(header)]));
  const roll = dice(seed);
  for (let row = 0; row < rows; row++) {
    const vector = new Float32Array(columns);
    const centre = around?.();
    let squares = 0;
    for (let k = 0; k < columns; k++) {
      vector[k] = roll() + roll() + roll() - 1.5 + (centre?.[k] ?? 0);
      squares += vector[k] ** 2;
    }
    for (let k = 0; k < columns; k++) vector[k] /= Math.sqrt(squares);
    if (!file.write(new Uint8Array(vector.buffer))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  const ids = Array.from({ length: rows }, (_, row) => `${side[0]}${row}`);
  writeFileSync(join(folder, `${side}.json`), JSON.stringify(ids));
};
