import { createFileRoute } from '@tanstack/react-router';
import { IconsPage } from '#web/gallery/IconsPage.tsx';

export const Route = createFileRoute('/_gallery/icons')({ component: IconsPage });
