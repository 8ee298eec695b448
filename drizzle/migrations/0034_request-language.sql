ALTER TABLE "charges" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "message_batches" ADD COLUMN "language" text;