import { createFileRoute } from '@tanstack/react-router';
import { GalleryFrame } from '#web/gallery/GalleryFrame.tsx';

/** The component gallery (`docs/product/news-and-ads.md#component-gallery`). It opens only if the server has turned it on. */
export const Route = createFileRoute('/_gallery')({
  beforeLoad: async () => (await import('#web/gallery/guard.ts')).requireGallery(),
  component: GalleryFrame,
});
