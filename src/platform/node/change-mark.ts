import { type Stats, statfsSync } from 'node:fs';

/** File systems of other machines: NFS, SMB, CIFS, FUSE, 9P, Ceph, Lustre, GPFS, AFS, vboxsf. */
const REMOTE: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x0bd00bd0, 0x47504653,
  0x5346414f, 0x786f4256,
]);

/** Whether a folder is on another machine, as Linux says: changes there are not told, and what is known of files may be old. */
export const isRemote = (folder: string): boolean => REMOTE.has(statfsSync(folder).type);

/** Milliseconds after which a further change has another time, on any disk. */
const SETTLED = 3000;

/**
 * A text that is another one after every change of a file on a disk of this machine. The time of change (ctime) cannot be set back as that of modification can. Undefined where
 * it says too little: right after a change, when the next one may have the same time, and on systems other than Linux, where programs can set it.
 */
export const changeMark = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string | undefined =>
  process.platform === 'linux' && Date.now() - ctimeMs > SETTLED
    ? `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
    : undefined;
