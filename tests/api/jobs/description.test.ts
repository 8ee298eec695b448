import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { withoutUploadKeys } from '#shared/upload-keys.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/**
 * A job description as a document, text or HTML in requests, and as safe HTML in answers and on the public page
 * (`docs/product/rest.md#field-shapes`).
 */
let t: TestApp;
let token: string;
let companyId: string;

beforeAll(async () => {
  t = await startTestApp();
  companyId = (await makeCompany(t.services.db)).id;
  token = await t.createToken(await makeEmployee(t.services.db, companyId));
});
afterAll(() => t.close());

const textNode = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length ? { marks } : {}) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const document = (...content: object[]) => ({ type: 'doc', content });

type Job = { job_description: string; job_description_doc: object | null };

async function edited(body: object) {
  const { id } = await makeJob(t.services.db, companyId);
  const answer = await t.callRest('PATCH', `/jobs/${id}`, { token, body });
  return { id, ...answer, job: answer.body.data as Job };
}

describe('the description of a job', () => {
  it('is stored as a document that reads back, and appears on the page and in its structured data', async () => {
    const script = textNode('pay <$2,000>', { type: 'link', attrs: { href: 'javascript:alert(1)' } });
    const { id, job } = await edited({ job_description_doc: document(paragraph(textNode('Steady ', { type: 'bold' }), script)) });
    expect(job.job_description).toBe('<p><strong>Steady </strong>pay &lt;$2,000&gt;</p>');
    expect(job.job_description_doc).toMatchObject(
      document(paragraph(textNode('Steady ', { type: 'bold' }), textNode('pay <$2,000>'))),
    );
    const { body: page } = await t.app.inject({ url: `/jobs/${id}` });
    expect(page).toContain(job.job_description);
    const posting = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as { description: string };
    expect(posting.description).toBe(job.job_description);
  });

  it('stays text where it came as text, and a later text ends the document', async () => {
    const { id } = await edited({ job_description_doc: document(paragraph(textNode('First'))) });
    const { body } = await t.callRest('PATCH', `/jobs/${id}`, { token, body: { job_description: 'A < B\n\nSecond' } });
    expect(body.data).toMatchObject({ job_description: '<p>A &lt; B</p><p>Second</p>', job_description_doc: null });
  });

  it('of both, a document counts where it says the same, else the text was edited by one who knows no documents', async () => {
    const doc = document(paragraph(textNode('Nights')));
    expect((await edited({ job_description: '<p>Nights</p>', job_description_doc: doc })).job.job_description_doc).toMatchObject(
      doc,
    );
    const { job } = await edited({ job_description: '<p>Days</p>', job_description_doc: doc });
    expect(job).toMatchObject({ job_description: '<p>Days</p>', job_description_doc: null });
  });

  it.each([
    ['a node that the editor has not', document({ type: 'script' })],
    ['marks that the editor has not', document(paragraph(textNode('x', { type: 'onclick' })))],
    ['nodes in an invalid order', document({ type: 'listItem' })],
    ['nothing', document({ type: 'paragraph' })],
  ])('is refused with %s', async (_, doc) => {
    const { status, body } = await edited({ job_description_doc: doc });
    expect(status).toBe(422);
    expect(body.errors[0]?.field).toMatch(/^job_description/);
  });

  it('accepts images and re-encodes them', async () => {
    const content = await sharp({ create: { width: 2000, height: 900, channels: 3, background: '#c45a14' } })
      .jpeg()
      .toBuffer();
    const boundary = 'a-boundary-of-the-test';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="p.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const sent = await t.app.inject({
      method: 'POST',
      url: '/api/1.0/jobs/upload-image',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    expect(sent.statusCode).toBe(200);
    const src = withoutUploadKeys(sent.json().data.image_url);
    const { format, width } = await sharp(
      (await t.app.inject({ url: src, headers: { authorization: `Bearer ${token}` } })).rawPayload,
    ).metadata();
    expect([format, width]).toEqual(['webp', 720]);
    const { job } = await edited({ job_description_doc: document({ type: 'image', attrs: { src } }) });
    expect(job.job_description).toContain(`src="${src}"`);
  });
});
