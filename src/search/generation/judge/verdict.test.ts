import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVerdict } from './verdict.js';

const PLAIN = '- Model answer: gout\n- Correctness: True\n- Explanation: the same disease';
const GOUT = { modelAnswer: 'gout', correct: true, explanation: 'the same disease' };

describe('a verdict is read', () => {
  it('from three labelled lines', () => {
    expect(readVerdict(PLAIN)).toEqual(GOUT);
    expect(readVerdict(PLAIN.replace('True', 'False'))).toEqual({ ...GOUT, correct: false });
  });

  it.each([
    ['in capitals', '- MODEL ANSWER: gout\n- CORRECTNESS: TRUE\n- EXPLANATION: the same disease'],
    ['in small letters', '- model answer: gout\n- correctness: true\n- explanation: the same disease'],
    ['without dashes', 'Model answer: gout\nCorrectness: True\nExplanation: the same disease'],
    ['numbered', '1. Model answer: gout\n2. Correctness: True\n3) Explanation: the same disease'],
    ['with other list marks', '* Model answer: gout\n• Correctness: True\n– Explanation: the same disease'],
    [
      'with bold labels',
      '- **Model answer:** gout\n- **Correctness**: True\n- __Explanation__: the same disease',
    ],
    [
      'with bold values',
      '- Model answer: **gout**\n- Correctness: **True**\n- Explanation: the same disease',
    ],
    ['with code marks', '- `Model answer`: `gout`\n- `Correctness`: `True`\n- Explanation: the same disease'],
    ['with headings', '### Model answer: gout\n### Correctness: True\n### Explanation: the same disease'],
    ['with Windows line ends', PLAIN.replaceAll('\n', '\r\n')],
    ['with blank lines', PLAIN.replaceAll('\n', '\n\n')],
    ['in a code block', `\`\`\`text\n${PLAIN}\n\`\`\``],
    ['after an introduction', `Here is my evaluation of the response.\n\n${PLAIN}`],
    ['in another order', '- Explanation: the same disease\n- Correctness: True\n- Model answer: gout'],
    ['with values below', 'Model answer:\ngout\nCorrectness:\n**True**\nExplanation:\nthe same disease'],
    ['as one line', PLAIN.replaceAll('\n', ' ')],
    ['as JSON', '{\n"model_answer": "gout",\n"explanation": "the same disease",\n"correctness": true\n}'],
    ['with wide colons', PLAIN.replaceAll(':', '\uff1a')],
    ['with a full stop', PLAIN.replace('True', 'True.')],
  ])('%s', (_, output) => {
    expect(readVerdict(output)).toEqual(GOUT);
  });

  it.each([
    ['True (a synonym)', true],
    ['False - another disease', false],
    ['False. The response names another disease.', false],
    ['[True]', true],
    ['"False",', false],
  ])('from a correctness with a remark: %s', (said, correct) => {
    expect(readVerdict(PLAIN.replace('True', said)).correct).toBe(correct);
  });

  it('from what follows the thinking, whatever was weighed in it', () => {
    const weighed = `<think>\n${PLAIN.replace('True', 'False')}\nor rather\n</think>\n\n${PLAIN}`;
    expect(readVerdict(weighed)).toEqual(GOUT);
    expect(readVerdict(weighed.replace('<think>\n', ''))).toEqual(GOUT);
  });

  it('from the last of several blocks', () => {
    const first = '- Model answer: lupus\n- Correctness: False\n- Explanation: another disease';
    expect(readVerdict(`${first}\n\n${PLAIN}`)).toEqual(GOUT);
    expect(readVerdict(`${PLAIN}\n\nOn reflection:\n${first}`)).toEqual({
      modelAnswer: 'lupus',
      correct: false,
      explanation: 'another disease',
    });
  });

  it('when the judge explains before and after', () => {
    expect(readVerdict(`Explanation: let us see\n${PLAIN}`)).toEqual(GOUT);
  });

  it('with an explanation over several lines', () => {
    expect(readVerdict(`${PLAIN}\nand the same joint`).explanation).toBe(
      'the same disease\nand the same joint',
    );
  });

  it('without the answer or the explanation that the judge left out', () => {
    expect(readVerdict('Correctness: False')).toEqual({ correct: false });
  });
});

describe('a verdict is unclear', () => {
  it.each([
    'True or False',
    'True/False',
    'Partially true',
    'True-ish',
    'not true',
    'True?',
    'True\nor False, depending on the stage',
    'Yes',
    'Correct',
    '',
    '1',
    'truely',
    'falsehood',
  ])('when correctness says "%s"', (said) => {
    expect(readVerdict(PLAIN.replace('True', said)).correct).toBeUndefined();
  });

  it.each([
    '',
    '   ',
    'The answer is correct.',
    'True',
    'Correctness True',
    'The label Correctness: True was asked for.',
  ])('without a labelled line: "%s"', (output) => {
    expect(readVerdict(output).correct).toBeUndefined();
  });

  it('when the thinking never ends, whatever it holds', () => {
    expect(readVerdict(`<think>\n${PLAIN}`)).toEqual({});
    expect(readVerdict(`hm\n${PLAIN}\n</think>`)).toEqual({});
  });

  it('when the last block breaks off before it says so', () => {
    expect(readVerdict(`${PLAIN}\n- Model answer: lupus\n- Correct`).correct).toBeUndefined();
    expect(readVerdict('- Model answer: gout\n- Correctness: Tr').correct).toBeUndefined();
  });
});

describe('any output', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('- ', '**', '\n', '\r', ':', ' ', '<think>', '</think>', '```', '"', '{', '•'),
    fc.constantFrom('Model answer', 'correctness', 'EXPLANATION', 'True', 'false', 'gout'),
  );

  it('is read without a crash, into texts that stand in it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const output = pieces.join('');
        const { modelAnswer, correct, explanation } = readVerdict(output);
        for (const text of [modelAnswer, explanation])
          if (text !== undefined) {
            expect(text.trim()).not.toBe('');
            for (const word of text.split(/\s+/)) expect(output).toContain(word);
          }
        if (correct !== undefined)
          expect(output).toMatch(correct ? /correctness[\s\S]*true/i : /correctness[\s\S]*false/i);
      }),
    );
  });

  it('does not change what three lines after it say', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.boolean(), (pieces, correct) => {
        const said = `${pieces.join('').replaceAll('<think>', '')}\n- Model answer: gout\n- Correctness: ${correct ? 'True' : 'False'}\n- Explanation: so`;
        expect(readVerdict(said)).toEqual({ modelAnswer: 'gout', correct, explanation: 'so' });
      }),
    );
  });

  it('of great length is read in time that grows with it', () => {
    const long = `${'- Model answer: '.repeat(20_000)}${' '.repeat(200_000)}x\n${PLAIN}`;
    expect(readVerdict(long)).toEqual(GOUT);
  });
});
