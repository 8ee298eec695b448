import { createFileRoute } from '@tanstack/react-router';
import { DialogsPage } from '#web/gallery/ComponentPages.tsx';

export const Route = createFileRoute('/_gallery/modal')({ component: DialogsPage });
