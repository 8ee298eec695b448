import { createFileRoute } from '@tanstack/react-router';
import { TextsPage } from '#web/gallery/TextsPage.tsx';

export const Route = createFileRoute('/_gallery/texts')({ component: TextsPage });
