import { createFileRoute } from '@tanstack/react-router';
import { GalleryFrame } from '#web/gallery/GalleryFrame.tsx';

/** The developer routes (`spec: access §2`), where the server has them on. */
export const Route = createFileRoute('/_gallery')({
  beforeLoad: async () => (await import('#web/gallery/guard.ts')).requireGallery(),
  component: GalleryFrame,
});
