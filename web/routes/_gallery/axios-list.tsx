import { createFileRoute } from '@tanstack/react-router';
import { AlbumsPage } from '#web/gallery/AlbumsPage.tsx';

export const Route = createFileRoute('/_gallery/axios-list')({ component: AlbumsPage });
