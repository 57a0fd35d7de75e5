"""What every format needs: errors with places, checked readers, names, safe writes."""
