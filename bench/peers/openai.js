import { fileURLToPath } from 'node:url';
import { run } from '../process.js';
import { pythonWith } from './python.js';

const WORK = fileURLToPath(new URL('./openai_work.py', import.meta.url));

/** OpenAI's own client for Python, asynchronous, on each of the two HTTP libraries it can use. */
export const openaiForPython = () => {
  let python;
  return {
    names: { httpx: 'openai 3.49.0 for Python', aiohttp: 'openai 3.49.0 for Python, with aiohttp' },
    prepare: async (folder) => {
      // With numpy it reads vectors in base64 without a loop in Python.
      python = await pythonWith(folder, 'openai', [
        'openai[aiohttp]==3.49.0',
        'aiohttp==3.14.5',
        'numpy==2.4.6',
      ]);
    },
    run: (backend, ...request) => run(python, '-W', 'ignore', WORK, ...request.map(String), backend),
  };
};
