import { expect, it } from 'vitest';
import { accessibilityProblems, watchedPage } from '../support/browser.js';
import { reviewItem } from '../support/review-folder.js';
import { ALONE, answerByKey, atItem, begin, isSaved, reviewTests } from '../support/review-page.js';
import { trailOf } from '../support/served-review.js';

const HTML = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
const BIDI = 'safe \u202Etxet desrever\u202C and \u2066isolate';

/** Two questions: grades with a reason that is required, then yes or no. */
const twoQuestions = (id: string, texts = reviewItem(id).texts) =>
  reviewItem(id, {
    texts,
    questions: [
      {
        name: 'relevance',
        text: 'How relevant is it?',
        choices: [0, 1, 2].map((grade) => ({ value: String(grade), label: `${grade}: grade`, help: 'Help' })),
        ordered: true,
        reason: 'required',
      },
      {
        name: '__proto__',
        text: `Is it clear? ${HTML}`,
        choices: [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: `No ${HTML}` },
        ],
        ordered: false,
        reason: 'optional',
      },
    ],
  });

const { browser, review } = reviewTests();

it('a link opens the page, is gone from the address, and is in no request', async () => {
  const { open, server, link } = await review(1, ALONE);
  const { page, context, errors } = await open('anna');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await begin(page);
  expect(page.url()).toBe(server.address);
  const token = new URL(link('anna')).hash.slice('#link='.length);
  expect(asked.filter((url) => url.includes(token))).toEqual([]);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await page.reload();
  await atItem(page, 1);
  expect(errors).toEqual([]);
});

it('without a link the page says what is needed, and takes one that is opened in the same window', async () => {
  const { server, link } = await review(1, ALONE);
  const { page } = await watchedPage(browser(), {});
  await page.goto(server.address);
  await page.getByRole('heading', { name: 'Open your link' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // Only what is behind the # changes, so the browser loads nothing.
  await page.goto(link('anna'));
  await begin(page);
});

it('keys alone: a digit chooses, a required reason is asked for, Enter goes on and saves', async () => {
  const { open, folder } = await review([twoQuestions('one'), twoQuestions('two')], ALONE);
  const { page, errors } = await open('anna');
  await page.getByText('not clinical advice: texts may be wrong').first().waitFor();
  await begin(page);
  // Grades have themselves as keys, and a digit that is no choice chooses nothing.
  await page.keyboard.press('9');
  await page.keyboard.press('Enter');
  await page.getByText('Choose one to go on.').waitFor();
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await page.getByText('This question needs a reason').waitFor();
  // A digit in a reason is text, and Shift+Enter a new line.
  await page.keyboard.type('Line 1');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('line 2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  expect(trailOf(folder, 'anna')).toEqual([]);
  await page.keyboard.press('Enter');
  await isSaved(page, 1);
  await atItem(page, 2);
  expect(trailOf(folder, 'anna')).toMatchObject([
    {
      type: 'answer',
      answers: [
        { question: 'relevance', value: '2', reason: 'Line 1\nline 2' },
        { question: '__proto__', value: 'yes' },
      ],
    },
  ]);
  expect(errors).toEqual([]);
});

it('skips with a reason, undoes, looks back, takes breaks, and ends', async () => {
  const { open, folder } = await review(3, ALONE);
  const { page, errors } = await open('anna');
  await begin(page);
  await answerByKey(page, 1, '1');
  await page.getByText('1 of 3 done').first().waitFor();
  await page.getByText('2 left, about').waitFor();

  await atItem(page, 2);
  await page.keyboard.press('s');
  await page.keyboard.press('Enter');
  await page.getByText('Say why, in a few words.').waitFor();
  await page.keyboard.type('The text is cut off');
  await page.keyboard.press('Enter');
  await isSaved(page, 2);

  // Undo: the answer before, and from there the one before it.
  await atItem(page, 3);
  await page.keyboard.press('u');
  await atItem(page, 2);
  await page.keyboard.press('u');
  await atItem(page, 1);
  expect(await page.getByRole('radio', { name: 'No' }).isChecked()).toBe(true);
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await isSaved(page, 1);
  await atItem(page, 3);

  // The list leads back too; what is left as it is stays so.
  await page.keyboard.press('h');
  const links = page.getByRole('list', { name: 'Your answers' }).getByRole('link');
  await page.getByText('skipped').waitFor();
  expect(await links.count()).toBe(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await atItem(page, 2);
  await page.keyboard.press('Escape');
  await atItem(page, 3);

  // A break: nothing to read, what was typed stays, also over a reload.
  await page.keyboard.press('2');
  await page.keyboard.press('r');
  await page.keyboard.type('because');
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await page.getByRole('heading', { name: 'A break since' }).waitFor();
  expect(await page.getByText('Document of').count()).toBe(0);
  await page.reload();
  await page.getByRole('heading', { name: 'A break since' }).waitFor();
  await page.keyboard.press('b');
  await atItem(page, 3);
  expect(await page.getByRole('radio', { name: 'Partly' }).isChecked()).toBe(true);
  expect(await page.getByRole('textbox').inputValue()).toBe('because');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'All done. Thank you.' }).waitFor();
  await page.getByText('You have judged 2 items and skipped 1.').waitFor();

  expect(trailOf(folder, 'anna').map(({ type }) => type)).toEqual([
    'answer',
    'answer',
    'answer',
    'break',
    'break',
    'answer',
  ]);
  expect(errors).toEqual([]);
});

it('help says what the keys do, and closes by Escape', async () => {
  const { open } = await review(1, ALONE);
  const { page } = await open('anna');
  await begin(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  // Keys of the page do nothing meanwhile.
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
});

it('hostile texts stay text, and long ones scroll inside', async () => {
  const long = `${'A long report of a case. '.repeat(2000)}${'x'.repeat(5000)}`;
  const texts = [
    { label: `Query ${HTML}`, text: `${HTML} a cough ${BIDI} ${long}` },
    { label: 'Reference answer', text: 'Whooping cough' },
    { label: 'Document', text: long },
  ];
  const { open } = await review([twoQuestions('one', texts)], ALONE);
  const { page, errors } = await open('anna', { viewport: { width: 1440, height: 900 } });
  await begin(page);
  await page.getByText('a cough').waitFor();
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.title()).not.toBe('taken');
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
  const pane = page.getByRole('region', { name: 'Document', exact: true });
  await page.keyboard.press('j');
  await expect
    .poll(() => page.evaluate("document.querySelector('[aria-label=Document]').scrollTop"))
    .toBeGreaterThan(0);
  // A long text does not push a short one out of sight.
  const answer = await page.getByRole('region', { name: 'Reference answer' }).boundingBox();
  expect(answer!.y + answer!.height).toBeLessThanOrEqual(900);
  // Query and document side by side.
  const [left, right] = await Promise.all([
    page.getByRole('region', { name: 'Query' }).boundingBox(),
    pane.boundingBox(),
  ]);
  expect(right!.x).toBeGreaterThan(left!.x + left!.width - 1);
  expect(right!.y).toBeCloseTo(left!.y, 0);
  expect(errors).toEqual([]);
});

it.each(['light', 'dark'] as const)(
  'every screen of a reviewer is accessible in %s, on a desktop and on a phone',
  async (colorScheme) => {
    const { open } = await review([twoQuestions('one'), twoQuestions('two')], ALONE);
    const { page } = await open('anna', { colorScheme, reducedMotion: 'reduce' });
    const check = async (): Promise<void> => {
      for (const viewport of [
        { width: 1440, height: 1000 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(viewport);
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
    };
    await page.getByRole('button', { name: 'Begin' }).waitFor();
    await check();
    await begin(page);
    await check();
    await page.keyboard.press('1');
    await page.keyboard.type('w'.repeat(300));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Choose one to go on.').waitFor();
    await check();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await isSaved(page, 1);
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await check();
    await page.keyboard.type('Outside my field');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All done. Thank you.' }).waitFor();
    await check();
    await page.keyboard.press('h');
    await page.getByRole('list', { name: 'Your answers' }).waitFor();
    await check();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await check();
  },
);
