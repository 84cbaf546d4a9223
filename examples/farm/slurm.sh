#!/bin/sh
# slurm.sh SCENE OUT PARTS RENDER-OPTION…: a film in parts by Slurm: an array with a task for each part, and a job that joins them when all are
# there. Nodes share the folder of OUT. A part that failed for want of a machine is tried again, three times at most.
set -eu
scene=$(realpath "$1") out=$(realpath "$2") parts=$3
shift 3
mkdir -p "$out.parts"
cat >"$out.parts/part.sh" <<TASK
#!/bin/sh
scrim render "$scene" $* --slice "\$SLURM_ARRAY_TASK_ID/$parts" -o "$out.parts/\$SLURM_ARRAY_TASK_ID.y4m"
status=\$?
# 69, or a signal: another try may help.
if [ \$status -ge 69 ] && [ "\${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then scontrol requeue "\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID"; fi
exit \$status
TASK
job=$(sbatch --parsable --requeue --array="1-$parts" --cpus-per-task=1 --output="$out.parts/%a.log" "$out.parts/part.sh")
sbatch --dependency="afterok:$job" --kill-on-invalid-dep=yes --output="$out.parts/join.log" \
    --wrap "cd '$out.parts' && scrim join \$(seq -f %g.y4m $parts) -o '$out' && rm -r '$out.parts'"
