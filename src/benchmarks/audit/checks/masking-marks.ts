import { dataOfKinds, textCheck } from '../check-of-each.js';

export const maskingMarks = textCheck(
  {
    name: 'masking-marks',
    title: 'Masking marks',
    definition:
      'Documents and queries in which something was made unreadable: stars in place of letters that are no bold type, [**…**], [REDACTED] and its like, rows of underscores or X.',
    severity: 'note',
    fix: 'Check that no clinical finding was masked, and replace marks by a neutral word.',
  },
  dataOfKinds(['masked']),
);
