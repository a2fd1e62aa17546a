import { Option } from 'commander';

/** The folder of one construction. */
export const workFlag = (): Option =>
  new Option('--work <folder>', 'work folder: the files of all steps').default('build');
