export {
  also,
  type Flag,
  type Flags,
  type FlagValues,
  oneOf,
  read,
  required,
  several,
  text,
} from './flag.js';
export { append, collect, listOf, portNumber, seedOf, zeroOrMore } from './parsers.js';
export {
  EMBEDDER,
  LLM,
  MODELS,
  onlySuite,
  pick,
  reading,
  recordedSystem,
  resultsFolders,
  SPENDING,
  TASKS,
  usually,
  type ValuesOf,
  worded,
} from './pick.js';
export { flagName, part, verb } from './with-flags.js';
