import { trimmedEnd } from './trim.js';

/** In bytes, on the disks in use. */
const LONGEST_NAME = 255;

/** Names that Windows takes for a device, whatever ends them: `CON`, `nul.txt`, `COM1`. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

export const isDeviceName = (name: string): boolean => DEVICE.test(name);

/** Whether a path that others wrote stays in its folder, by the rules of Windows too, wherever this runs. */
export const staysInside = (path: string): boolean =>
  !/^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path);

/** A name as it is, or, where it is longer than a disk takes, its beginning and a hash of `whole`. */
export const shortName = (name: string, whole: string): string => {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length <= LONGEST_NAME) return name;
  const hash = `-${hashOf(new TextEncoder().encode(whole))}`;
  // The last character may be cut through.
  const start = new TextDecoder().decode(bytes.subarray(0, LONGEST_NAME - hash.length));
  return trimmedEnd(start.replace(/\ufffd$/, ''), /[-.]/) + hash;
};

/** FNV-1a in 64 bits, as 16 hexadecimal digits. */
const hashOf = (bytes: Uint8Array): string => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
};
