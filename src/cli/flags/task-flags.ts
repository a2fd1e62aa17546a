import { on, read, required, text } from './flag.js';
import { append, collect, namePairs, smallLetters, wholeNumber } from './parsers.js';

/** Flags that say what is searched. */
export const taskFlags = {
  work: text('<folder>', 'work folder: the files of all steps', 'build'),
  plan: required(text('<file>', 'plan in YAML or JSON: every step with its settings')),
  suite: read('<name>', 'r2med, nano, medical or sample (default: r2med; none with --data)', smallLetters),
  task: read('<name>', 'task of the suite, or All; repeatable', collect),
  data: read('<folder>', 'folder with a corpus, queries and judgements, or hub:ORG/NAME; repeatable', append),
  columns: text(
    '<what>',
    'which files and columns of the --data folders are what: "corpus=FILE(id=…,text=a+b) queries=… judgements=…" (docs/guides/tasks.md)',
  ),
  split: text(
    '<name>',
    'split of the --data folders, for example dev (default: test, else dev or train); same as FOLDER#dev',
  ),
  from: required(read('<task>', 'task of the suite, All, or a folder in a known format; repeatable', append)),
  pair: read(
    '<full=nano>',
    'a full task and its small task, if their names do not match; repeatable',
    namePairs,
  ),
  maxQueries: read('<n>', 'number of queries per task, at most', wholeNumber),
  maxDocuments: read('<n>', 'number of documents per task, at most', wholeNumber),
  query: text('<id>', 'id of the query to show'),
  verify: on('check the hashes of local files, and download damaged ones again'),
};
