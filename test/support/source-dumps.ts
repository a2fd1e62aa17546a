/** Small dumps in the layouts that benchmarks are made from; everything in them is invented. */

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

export const post = (attributes: Readonly<Record<string, string | number>>): string =>
  `  <row ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ')} />`;

const LICENCE = { ContentLicense: 'CC BY-SA 4.0' };

/** `Posts.xml`: an accepted answer, a voted one that comes before its question, one with too few votes, and one without a link. */
export const POSTS = `<?xml version="1.0" encoding="utf-8"?>
<posts>
${[
  post({
    Id: 3,
    PostTypeId: 2,
    ParentId: 10,
    Score: 9,
    ...LICENCE,
    Body: '<p>Voted. See <a href="http://www.pages.example/iodine#top">this</a>.</p>',
  }),
  post({
    Id: 1,
    PostTypeId: 1,
    AcceptedAnswerId: 2,
    Score: 4,
    Title: 'Why do cool joints hurt?',
    Tags: '<urate>',
    ...LICENCE,
    Body: '<p>My toe &gt; my knee.</p>',
  }),
  post({
    Id: 2,
    PostTypeId: 2,
    ParentId: 1,
    Score: 1,
    ...LICENCE,
    Body: '<p>Crystals: <a href="https://pages.example/urate/">urate</a></p>',
  }),
  post({
    Id: 4,
    PostTypeId: 2,
    ParentId: 1,
    Score: 7,
    ...LICENCE,
    Body: '<p>Cold. <a href="https://pages.example/cold">cold</a></p>',
  }),
  post({
    Id: 10,
    PostTypeId: 1,
    Score: 1,
    Title: 'Why does the neck swell?',
    ...LICENCE,
    Body: '<p>A lump.</p>',
  }),
  post({
    Id: 11,
    PostTypeId: 1,
    AcceptedAnswerId: 12,
    Score: 1,
    Title: 'No page?',
    ...LICENCE,
    Body: '<p>x</p>',
  }),
  post({ Id: 12, PostTypeId: 2, ParentId: 11, Score: 0, ...LICENCE, Body: '<p>None.</p>' }),
  post({ Id: 13, PostTypeId: 1, Score: 0, Title: 'Nobody answers', ...LICENCE, Body: '<p>y</p>' }),
  post({
    Id: 14,
    PostTypeId: 2,
    ParentId: 13,
    Score: 2,
    ...LICENCE,
    Body: '<p>Low <a href="https://pages.example/low">v</a></p>',
  }),
].join('\n')}
</posts>
`;

export const article = (
  pmcid: string,
  title: string,
  paragraphs: readonly string[],
  licence = 'by/4.0',
): string =>
  `<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><journal-meta><journal-title>Invented Reports</journal-title></journal-meta><article-meta>
<article-id pub-id-type="pmc">${pmcid}</article-id><article-id pub-id-type="doi">10.5555/${pmcid}</article-id>
<title-group><article-title>${title}</article-title></title-group><pub-date><year>2024</year></pub-date>
<permissions><license license-type="open-access" xlink:href="https://creativecommons.org/licenses/${licence}/"><license-p>Open.</license-p></license></permissions>
<abstract><p>Short: ${title}.</p></abstract></article-meta></front>
<body><sec><title>Findings</title>${paragraphs
    .map((text) => `<p>${text} [<xref ref-type="bibr" rid="r1">1</xref>]</p>`)
    .join('\n')}<table-wrap><table><tr><td>not this</td></tr></table></table-wrap></sec></body>
<back><ref-list><ref id="r1"><mixed-citation>Not this either</mixed-citation></ref></ref-list></back></article>`;
