import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelEntries, modelEntry } from './model-entries.js';
import { inInputForm, promptFor } from './prompt.js';

describe('prompts', () => {
  it('carry the instruction of the task', () => {
    expect(promptFor(modelEntry('qwen3-embedding-8b'), 'query', 'PMC-Clinical').prefix).toBe(
      'Instruct: Given a Clinical Case, retrieve similar cases that help diagnose the case\nQuery:',
    );
    expect(promptFor(modelEntry('reasonembed-qwen3-4b'), 'query', 'MedQA-Diag').prefix).toBe(
      'Instruct: Given a Medical Exam, retrieve relevant passages that help answer the exam.\nQuery: ',
    );
    expect(promptFor(modelEntry('reasonir-8b'), 'document', 'Biology').prefix).toBe('<|embed|>\n');
  });

  it('fall back on the generic instruction for a task of the user, and say so', () => {
    expect(promptFor(modelEntry('e5'), 'query', 'My-Wards')).toEqual({
      prefix: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
      suffix: '',
      note: 'e5 has no instruction for My-Wards; its generic one is used',
    });
  });

  it('a task named like a member of every object is unknown too', () => {
    expect(promptFor(modelEntry('inst-l'), 'document', 'constructor')).toMatchObject({
      prefix: 'Represent the paragraph for retrieval: ',
      note: expect.stringContaining('constructor') as string,
    });
  });

  it('without an instruction are the same for every task, without a note', () => {
    for (const task of ['Biology', 'My-Wards'])
      expect(promptFor(modelEntry('multilingual-e5-small'), 'document', task)).toEqual({
        prefix: 'passage: ',
        suffix: '',
      });
  });

  it('of a rewrite are the query’s or none, whichever the model was run with', () => {
    for (const entry of Object.values(modelEntries())) {
      const query = promptFor(entry, 'query', 'Biology');
      const rewrite = promptFor(entry, 'rewrite', 'Biology');
      expect(rewrite.prefix).toBe(entry.prompts.rewriteTakesQueryInstruction ? query.prefix : '');
      expect(rewrite.inputType).toBe(query.inputType);
    }
  });

  it('tell every service what a text is, except OpenAI, which does not ask', () => {
    for (const entry of Object.values(modelEntries()))
      for (const backend of entry.backends)
        if (backend.via === 'service') {
          const types = (['query', 'document'] as const).map(
            (role) => promptFor(entry, role, 'Biology').inputType,
          );
          if (backend.dialect === 'openai') expect(types).toEqual([undefined, undefined]);
          else if (types.some((type) => type !== undefined))
            expect(new Set([...types, undefined]).size).toBe(3);
          // A service that does not ask is told in the text itself.
          else {
            const said = (['query', 'document'] as const).map((role) => promptFor(entry, role, 'Biology'));
            expect(said[0]).not.toEqual(said[1]);
          }
        }
  });
});

describe('the form a text is sent in', () => {
  it('is the text itself by default', () => {
    const { input } = modelEntry('openai');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(inInputForm(input, text)).toBe(text);
      }),
    );
  });

  it('as published is what Python’s json.dumps writes', () => {
    // Written by Python 3.11: json.dumps(text.replace("\n", " ")).
    expect(inInputForm('json', 'a"b\n\u007fé\u2028😀\t/\u0001\\')).toBe(
      '"a\\"b \\u007f\\u00e9\\u2028\\ud83d\\ude00\\t/\\u0001\\\\"',
    );
  });

  it('as published is ASCII and reads back as the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const sent = inInputForm('json', text);
        expect(sent).toMatch(/^[ -~]*$/);
        expect(JSON.parse(sent)).toBe(text.replaceAll('\n', ' '));
      }),
    );
  });
});
