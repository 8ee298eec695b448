import { createFileRoute } from '@tanstack/react-router';
import { ButtonsPage } from '#web/gallery/ComponentPages.tsx';

export const Route = createFileRoute('/_gallery/buttons')({ component: ButtonsPage });
