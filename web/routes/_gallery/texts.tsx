import { createFileRoute } from '@tanstack/react-router';
import { TextsPage } from '#web/gallery/ComponentPages.tsx';

export const Route = createFileRoute('/_gallery/texts')({ component: TextsPage });
