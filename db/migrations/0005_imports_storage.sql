-- imports: free space for the job that a claim updates.
ALTER TABLE "imports" SET (fillfactor = 70);
