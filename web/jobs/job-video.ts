import { type Uploader, uploaderOf } from '#web/uploads/uploader.ts';
import { changeJobDraft, readJobDraft } from './draft.ts';

const path = '/jobs/multimedia/upload';

/** The upload of a company's new job: it goes on while the next steps are filled in. */
export const newJobVideo = (companyId: string): Uploader => uploaderOf(`new job ${companyId}`, path);
export const editedJobVideo = (jobId: string): Uploader => uploaderOf(`job ${jobId}`, path);

/**
 * Before a draft becomes an order its video must be there. When it failed, no job is made and nothing is paid
 * (`spec: work §4`). @throws Error `multimedia upload failed`
 */
export async function settleVideo(companyId: string, onPhase: (phase: 'uploadingVideo') => void): Promise<void> {
  const draft = readJobDraft(companyId);
  if (draft.order) return;
  const video = newJobVideo(companyId);
  if (video.state().status === 'uploading') onPhase('uploadingVideo');
  const videoUrl = await video.settled();
  if (videoUrl !== null) changeJobDraft(companyId, { content: { ...readJobDraft(companyId).content, videoUrl } });
  video.forget();
}
